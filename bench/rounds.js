// Measures things against each other: all of them in every round, so that what the machine does besides hits all alike.

/** @typedef {{ [name: string]: () => unknown }} Contestants each does the same work once, its own way */

/**
 * How long each takes for one turn, in nanoseconds, as the median of its rounds.
 * @param {Contestants} contestants
 */
export function compare(contestants, { rounds = 7, milliseconds = 60 } = {}) {
  const names = Object.keys(contestants)
  const turns = new Map(names.map((name) => [name, turnsIn(contestants[name], milliseconds)]))
  const samples = new Map(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    // Another one begins each time.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      samples.get(name).push(timeOf(contestants[name], turns.get(name)))
    }
  }
  return new Comparison(samples)
}

/** The same for what takes its time: each contestant is awaited, and measures itself in any unit it likes. */
export async function compareSlowly(contestants, { rounds = 5 } = {}) {
  const names = Object.keys(contestants)
  const samples = new Map(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      samples.get(name).push(await contestants[name]())
    }
  }
  return new Comparison(samples)
}

/** What was measured of several contestants in the same rounds. */
export class Comparison {
  #samples

  constructor(samples) {
    this.#samples = samples
  }

  /** The median of one. */
  of(name) {
    return median(this.#samples.get(name))
  }

  /** The median of how much more one takes than another in the same round. */
  ratio(name, base) {
    const bases = this.#samples.get(base)
    return median(this.#samples.get(name).map((sample, round) => sample / bases[round]))
  }
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

// As many as it takes until what is compiled, learned and kept is there.
const warmUp = 500

/** How many turns fill the time, once it runs as it will. */
function turnsIn(contestant, milliseconds) {
  const once = timeOf(contestant, 3)
  timeOf(contestant, once > 1e6 ? 3 : warmUp)
  for (let turns = 1; ; turns *= 2) {
    const spent = (timeOf(contestant, turns) * turns) / 1e6
    if (spent > milliseconds) return Math.max(1, Math.round((turns * milliseconds) / spent))
  }
}

let sink

/** In the processor's time, not the clock's: what else the machine does in between does not count. */
function timeOf(contestant, turns) {
  const start = process.cpuUsage()
  for (let turn = 0; turn < turns; turn++) sink = contestant()
  const { user, system } = process.cpuUsage(start)
  return ((user + system) * 1000) / turns
}

/** Keeps what the contestants make from being optimized away. */
export const lastMade = () => sink
