// `npm test`: sets up, type-checks, lints, builds, checks what is generated, and runs every test.
import { run, setUp } from './set-up.js'

setUp()
const steps = [
  ['types', 'npx', ['tsc', '--noEmit']],
  ['lint', 'npx', ['biome', 'check', '--error-on-warnings']],
  ['build', process.execPath, ['scripts/build.js']],
  ['generated files', process.execPath, ['scripts/generate.js', '--check']],
  ['size', process.execPath, ['scripts/size.js']],
  ['tests', 'npx', ['vitest', 'run', '--coverage', '--silent=passed-only']],
]
for (const [name, program, args] of steps) {
  console.log(`\n— ${name}`)
  run(program, args)
}
