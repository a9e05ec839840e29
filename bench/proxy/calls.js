// Calls of a tool through a client: how many a second with several in flight, and how long each takes alone.
import { median } from '../rounds.js'

const inFlight = 16

/** What the server gives for a call. */
export async function resultOf(client, call) {
  const { content } = await client.callTool(call)
  return content[0].text
}

/** Calls once; whoever gives another result than the server has not done the work. */
async function callOnce(client, call, expected) {
  if ((await resultOf(client, call)) !== expected) throw new Error('A result is not what the server gave.')
}

/** Calls a second, over so many milliseconds. */
export async function callsPerSecond(client, call, expected, milliseconds) {
  const start = performance.now()
  let count = 0
  const caller = async () => {
    while (performance.now() - start < milliseconds) {
      await callOnce(client, call, expected)
      count++
    }
  }
  await Promise.all(Array.from({ length: inFlight }, caller))
  return (1000 * count) / (performance.now() - start)
}

/** How long calls take one after the other: the median, and what 99 of 100 take at most, in milliseconds. */
export async function roundTrips(client, call, expected, milliseconds) {
  const began = performance.now()
  const times = []
  while (performance.now() - began < milliseconds) {
    const start = performance.now()
    await callOnce(client, call, expected)
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { median: median(times), p99: times[Math.ceil(times.length * 0.99) - 1] }
}
