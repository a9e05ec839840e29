import { type InputDocument, placeOf, whyNoText } from '../documents'
import { Counts } from './counts'
import { DocumentReader } from './document-reader'
import type { Report } from './report'
import { shownName } from './shown-text'
import { byName, others } from './tally'

// As many servers as a page or a terminal could ever show, and as many places as a person looks up.
const mostServers = 1000
const mostPlaces = 5
const mostPassedOver = 10

/** What to count. */
export interface FleetLedgerOptions {
  /** The dialect to measure losses for. */
  readonly to?: string | undefined
  /** The only servers to count; without it, all. */
  readonly servers?: readonly string[] | undefined
  /** How many examples to report of each server. */
  readonly examples: number
  /** The files that documents come from; without it, each has its name by itself. */
  readonly inputs?: readonly string[] | undefined
}

/** A document; without its bytes it is taken for text. */
type Given = Omit<InputDocument, 'bytes'> & Partial<InputDocument>

/** Takes documents one after another, and holds nothing of them but counts and a few examples. */
export class FleetLedger {
  readonly #options: FleetLedgerOptions
  readonly #reader: DocumentReader
  readonly #wanted: ReadonlySet<string>
  readonly #passedOver = new Set<string>()
  readonly #servers = new Map<string, Counts>()
  readonly #fleet = new Counts(0)
  readonly #places: { place: string; why: string }[] = []
  #documents = 0
  #unreadable = 0
  #from: string | undefined
  #until: string | undefined

  constructor(options: FleetLedgerOptions) {
    this.#options = options
    this.#reader = new DocumentReader(options.to, options.inputs ?? [])
    this.#wanted = new Set(options.servers?.map(shownName))
  }

  /** How many documents were taken. */
  get documents(): number {
    return this.#documents
  }

  /** A few of the servers that were not asked for. */
  get passedOver(): readonly string[] {
    return [...this.#passedOver]
  }

  add(document: Given): void {
    // Of what is too long, the first piece stands for all.
    if (document.piece === 'further') return
    const why = whyNoText({ bytes: Buffer.alloc(0), ...document })
    if (why !== undefined) {
      this.#documents++
      this.#addUnreadable(document, why)
      return
    }
    // An empty file holds no document.
    if (document.text.trim() === '') return
    for (const sighting of this.#reader.read(document)) {
      this.#documents++
      if (sighting.kind === 'unreadable') this.#addUnreadable(document, sighting.why)
      if (sighting.kind !== 'error' && sighting.kind !== 'success') continue
      const counts = this.#countsOf(sighting.server)
      for (const each of counts ? [counts, this.#fleet] : []) {
        if (sighting.kind === 'success') each.addSuccess()
        else each.addError(sighting)
      }
      if (counts && sighting.kind === 'error') this.#addTime(sighting.time)
    }
  }

  report(): Report {
    const servers = [...this.#servers]
      .map(([server, counts]) => counts.ofServer(server))
      .sort((a, b) => b.errors - a.errors || byName(a.server, b.server))
    return {
      to: this.#options.to ?? null,
      documents: this.#documents,
      unreadable: { documents: this.#unreadable, places: this.#places },
      period:
        this.#from === undefined || this.#until === undefined
          ? null
          : { from: this.#from, until: this.#until },
      fleet: { servers: servers.length, ...this.#fleet.totals() },
      servers,
    }
  }

  #countsOf(server: string): Counts | undefined {
    if (this.#wanted.size > 0 && !this.#wanted.has(server)) {
      if (this.#passedOver.size < mostPassedOver) this.#passedOver.add(server)
      return undefined
    }
    const name = this.#servers.has(server) || this.#servers.size < mostServers ? server : others
    const counts = this.#servers.get(name) ?? new Counts(this.#options.examples)
    this.#servers.set(name, counts)
    return counts
  }

  #addUnreadable(document: Given, why: string): void {
    this.#unreadable++
    if (this.#places.length < mostPlaces) this.#places.push({ place: placeOf(document), why })
  }

  #addTime(time: string | undefined): void {
    if (time === undefined) return
    if (this.#from === undefined || time < this.#from) this.#from = time
    if (this.#until === undefined || time > this.#until) this.#until = time
  }
}
