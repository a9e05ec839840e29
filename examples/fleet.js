// A small mixed fleet: six servers, five dialects. What each one's error means, and how it reads in every other dialect.
import { readdirSync, readFileSync } from 'node:fs'
import { advise, decode, detect, dialects, measureLoss, stringify } from 'errlingua'

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR
const bold = (text) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text)
const dim = (text) => (isColoured ? `\u001b[2m${text}\u001b[22m` : text)
const indent = (text) => text.trimEnd().replace(/^/gm, '      ')

const fleet = new URL('./fleet/', import.meta.url)
for (const file of readdirSync(fleet).sort()) {
  const text = readFileSync(new URL(file, fleet), 'utf8')
  const { dialect, confidence } = detect(text) ?? {}
  const error = decode(text)
  const { action, afterSeconds, reason } = advise(error)
  console.log(bold(`\n${file}`))
  console.log(`  detected  ${dialect} (${confidence})`)
  console.log(`  means     ${error.code}: ${error.message.split('\n')[0]}`)
  console.log(
    `  advice    ${action}${afterSeconds === undefined ? '' : ` after ${afterSeconds} s`}. ${reason}`,
  )
  for (const { id } of dialects) {
    if (id === dialect) continue
    const lost = measureLoss(error, id).map(({ path }) => path)
    console.log(
      `  ${bold(id)}${dim(lost.length > 0 ? `  without preserve this is lost: ${lost.join(', ')}` : '  loses nothing')}`,
    )
    console.log(indent(stringify(error, id)))
  }
}
