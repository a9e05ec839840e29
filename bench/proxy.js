// The proxy between a real client and real servers, beside none, beside the least that can be done, and beside others.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsPerSecond, resultOf, roundTrips } from './proxy/calls.js'
import { installPeers } from './proxy/peers.js'
import { answering, asking, filesystemIn } from './proxy/servers.js'
import { connectAll, overHttp, overStdio } from './proxy/ways.js'
import { compareSlowly, median } from './rounds.js'

export const title = 'Through the proxy'

const sizes = [
  { called: '1 KB', size: 1000, milliseconds: 500, atLeast: 0.9 },
  { called: '1 MB', size: 1_000_000, milliseconds: 1500, atLeast: 0.95 },
]
const mostAdded = 0.2
const rounds = 7
const between = Object.keys(overStdio).filter((name) => name !== 'direct')
const own = ['errlingua', 'errlingua --listen']
const peers = Object.keys(overHttp).filter((name) => !own.includes(name))

export async function measure() {
  installPeers()
  // Node's HTTP client tells of its own listeners with each request.
  process.removeAllListeners('warning')
  const folder = mkdtempSync(join(tmpdir(), 'errlingua-bench-'))
  try {
    const inUse = filesystemIn(
      folder,
      sizes.map(({ size }) => size),
    )
    return [
      ...(await measureServer(asking, false)),
      ...(await measureServer(inUse, false)),
      ...(await measureServer(answering, true)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function measureServer(server, isOverHttp) {
  const { clients, close } = await connectAll(server.commandLine, isOverHttp)
  try {
    const rows = []
    for (const each of sizes) rows.push(...(await measureSize(clients, server, each)))
    return rows
  } finally {
    await close()
  }
}

async function measureSize(clients, server, { called, size, milliseconds, atLeast }) {
  const call = server.call(size)
  const expected = await resultOf(clients.direct, call)
  const trips = new Trips()
  const turns = Object.entries(clients).map(([name, client]) => [
    name,
    async () => {
      trips.add(name, await roundTrips(client, call, expected, milliseconds))
      return callsPerSecond(client, call, expected, milliseconds)
    },
  ])
  await compareSlowly(Object.fromEntries(turns), { rounds: 1 })
  trips.clear()
  const rates = await compareSlowly(Object.fromEntries(turns), { rounds })
  const what = `${server.called} of ${called}`
  const isMeasured = (name) => Object.hasOwn(clients, name)
  return [
    ...between.flatMap(besideDirect),
    ...own.flatMap((name) => peers.filter(isMeasured).flatMap((peer) => beside(name, peer))),
  ]

  function besideDirect(name) {
    const isOwn = name === 'errlingua'
    return [
      {
        what: `calls per second through ${name}, ${what}`,
        against: 'those without it',
        ratio: rates.ratio(name, 'direct'),
        ...(isOwn && { atLeast }),
      },
      {
        what: `what ${name} adds to the 99th percentile of the round trip, ${what}`,
        against: 'that of the direct one',
        ratio: trips.added(name, 'p99'),
        ...(isOwn && { atMost: mostAdded }),
      },
      {
        what: `what ${name} adds to the median round trip, ${what}`,
        against: 'that of the direct one',
        ratio: trips.added(name, 'median'),
      },
    ]
  }

  function beside(name, peer) {
    return [
      {
        what: `calls per second through ${name}, ${what}`,
        against: `those through ${peer}`,
        ratio: rates.ratio(name, peer),
        atLeast: 1,
      },
      {
        what: `the median round trip through ${name}, ${what}`,
        against: `that through ${peer}`,
        ratio: trips.ratio(name, peer, 'median'),
        atMost: 1,
      },
      {
        what: `the 99th percentile of the round trip through ${name}, ${what}`,
        against: `that through ${peer}`,
        ratio: trips.ratio(name, peer, 'p99'),
        atMost: 1,
      },
    ]
  }
}

/** The round trips of each way, round by round. */
class Trips {
  #rounds = new Map()

  add(name, trip) {
    this.#rounds.set(name, [...(this.#rounds.get(name) ?? []), trip])
  }

  clear() {
    this.#rounds.clear()
  }

  /** How many times as long one takes as another, as the median of the rounds. */
  ratio(name, base, which) {
    const bases = this.#rounds.get(base)
    return median(this.#rounds.get(name).map((trip, round) => trip[which] / bases[round][which]))
  }

  /** What one takes beyond the direct way, as a part of that; a machine that has other things to do may even find less. */
  added(name, which) {
    return Math.max(0, this.ratio(name, 'direct', which) - 1)
  }
}
