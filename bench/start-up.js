// How long it takes until errlingua is there, in processes of their own.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compareSlowly } from './rounds.js'

export const title = 'Start-up'

const root = fileURLToPath(new URL('..', import.meta.url))

// The start of a process is noisy, so that there are many rounds.
const rounds = 41

export async function measure() {
  const commands = await compareSlowly(
    {
      'node -e 0': () => timeOfProcess('-e', '0'),
      'errlingua --version': () => timeOfProcess('dist/command.js', '--version'),
      "import 'zod'": () => timeOfProcess('--input-type=module', '-e', "import 'zod'"),
      "import 'errlingua'": () => timeOfProcess('--input-type=module', '-e', "import 'errlingua'"),
    },
    { rounds },
  )
  const imports = await compareSlowly(
    { zod: () => timeOfImport('zod'), errlingua: () => timeOfImport('errlingua') },
    { rounds },
  )
  return [
    {
      what: '`errlingua --version`, from start to end',
      against: '`node -e 0`',
      ratio: commands.ratio('errlingua --version', 'node -e 0'),
      atMost: 1.5,
    },
    // This is the strict one: without the start of Node, which is the same for both.
    {
      what: "`await import('errlingua')` alone, in a new process",
      against: "`await import('zod')`",
      ratio: imports.ratio('errlingua', 'zod'),
      atMost: 1.5,
    },
    {
      what: "a process that does nothing but `import 'errlingua'`",
      against: "one with `import 'zod'`",
      ratio: commands.ratio("import 'errlingua'", "import 'zod'"),
      atMost: 1.5,
    },
  ]
}

/** How long a process takes from its start to its end, in milliseconds. */
function timeOfProcess(...args) {
  const start = performance.now()
  run(args)
  return performance.now() - start
}

/** How long a new process takes for an import, as it says itself. */
function timeOfImport(name) {
  const program = `const start = performance.now()
    await import('${name}')
    console.log(performance.now() - start)`
  return Number(run(['--input-type=module', '-e', program]))
}

function run(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}:\n${stderr}`)
  return stdout
}
