// What the benchmark compares `convert` with: a program that reads NDJSON, parses each line, writes it as JSON again and
// does nothing else.
import { createReadStream } from 'node:fs'

let rest = ''
for await (const chunk of createReadStream(process.argv[2], { encoding: 'utf8', highWaterMark: 2 ** 18 })) {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  let written = ''
  for (const line of lines) written += `${JSON.stringify(JSON.parse(line))}\n`
  process.stdout.write(written)
}
