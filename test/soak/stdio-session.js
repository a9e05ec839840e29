import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { callOf, cancellation, crash, isUnanswered } from './kinds.js'
import { Memory } from './memory.js'
import { startProxy } from './proxy.js'
import { Record } from './record.js'

/** How many calls are open at a time. */
const window = 64
/** How often the memory is looked at. */
const looks = 10

/** Makes calls on standard input and output, until all are answered or the server crashes. */
export async function stdioSession({ first, count, isCrashing, onAnswer }) {
  const proxy = startProxy([], ['pipe', 'pipe', 'inherit'])
  const memory = new Memory(proxy)
  const record = new Record()
  const ended = once(proxy, 'close')
  proxy.stdin.on('error', () => {})
  const send = (message) => proxy.stdin.write(`${JSON.stringify(message)}\n`)
  let [made, open, strays, expectedStrays] = [0, 0, 0, 0]
  let crashedAt = 0

  const make = () => {
    const isLast = isCrashing && made === count - 1
    const call = isLast ? crash(first + made) : callOf(first + made)
    made++
    // The server may end before it answers what nobody waits for any more.
    record.ask({ ...call, isOptional: isCrashing && call.isCancelled })
    send(call.message)
    if (call.isCancelled) send(cancellation(call.id))
    if (!call.isUnanswerable) open++
    expectedStrays += call.strays ?? 0
    if (isLast) crashedAt = performance.now()
  }
  let looked = 0
  const isLookDue = () => {
    if (looked === looks || made < (count * (looked + 1)) / (looks + 1)) return false
    looked++
    return true
  }
  const fill = () => {
    while (open < window && made < count) make()
    if (open === 0 && made === count) proxy.stdin.end()
  }
  createInterface(proxy.stdout).on('line', (line) => {
    if (!record.answer(messageIn(line), isCrashing ? isUnanswered : undefined)) {
      strays++
      return
    }
    open--
    onAnswer()
    if (!isCrashing && isLookDue()) memory.look()
    fill()
  })
  fill()
  const [status] = await ended
  record.close()
  // What stands behind the call that ends the server may be lost, and what came along with it.
  record.expect(isCrashing || strays === expectedStrays, `${strays} other lines came, not ${expectedStrays}`)
  const expectedStatus = isCrashing ? 137 : 0
  record.expect(status === expectedStatus, `the proxy ended with ${status}, not ${expectedStatus}`)
  if (isCrashing) record.expect(performance.now() - crashedAt < 5000, 'the end took long')
  return { record, memory }
}

/** A message, or of a line that is none, nothing that answers. */
function messageIn(line) {
  try {
    const message = JSON.parse(line)
    return message?.method === undefined ? message : {}
  } catch {
    return {}
  }
}
