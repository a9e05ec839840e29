// A small mixed fleet: ten servers, nine dialects. What each one's error means, and how it reads in one dialect for all.
import { readdirSync, readFileSync } from 'node:fs'
import { advise, decode, detect, measureLoss, stringify } from 'errlingua'

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR
const bold = (text) => (isColoured ? `\u001b[1m${text}\u001b[22m` : text)
const dim = (text) => (isColoured ? `\u001b[2m${text}\u001b[22m` : text)
const indent = (text) => text.trimEnd().replace(/^/gm, '      ')

// For programs, and for a model that reads nothing but words.
const targets = ['interbase', 'text']

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
  for (const to of targets.filter((id) => id !== dialect)) {
    const lost = measureLoss(error, to).map(({ path }) => path)
    console.log(
      `  ${bold(to)}${dim(lost.length > 0 ? `  has no member for: ${lost.join(', ')}` : '  loses nothing')}`,
    )
    console.log(indent(stringify(error, to, { preserve: to !== 'text' })))
  }
}
