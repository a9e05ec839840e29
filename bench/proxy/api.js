// An API over HTTP, as a server asks one: it answers with a table of so many bytes, and takes its time for that.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { ordersOf } from './orders.js'

/** As one takes that is near, in milliseconds. */
const latency = 5

const api = createServer(async ({ url }, response) => {
  const text = ordersOf(Number(url.slice(1)))
  await pause(latency)
  response.setHeader('content-type', 'application/json').end(text)
}).listen(0, '127.0.0.1')
await once(api, 'listening')
process.send(api.address().port)
process.on('disconnect', () => process.exit())
