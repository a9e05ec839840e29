/** The events of a session, for streams that are resumed; an event's id is its place in the list. */
export class EventStore {
  #events = []

  async storeEvent(streamId, message) {
    return String(this.#events.push({ streamId, message }) - 1)
  }

  async getStreamIdForEventId(id) {
    return this.#events[id]?.streamId
  }

  async replayEventsAfter(lastId, { send }) {
    const { streamId } = this.#events[lastId]
    for (const [id, event] of this.#events.entries()) {
      if (id > lastId && event.streamId === streamId) await send(String(id), event.message)
    }
    return streamId
  }
}
