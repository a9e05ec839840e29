/** What has become of the calls of one session: whether each was answered as often and in the way that it has to be. */
export class Record {
  #calls = new Map()
  /** What went wrong, in words; the first few are enough. */
  problems = []
  answered = 0
  faults = 0

  /** A call is made. */
  ask(call) {
    this.#calls.set(call.id, { call, times: 0 })
    if (call.kind !== 'ok') this.faults++
  }

  /** An answer has come; whether it is to a call. */
  answer(message, isOtherwiseRight = () => false) {
    const asked = this.#calls.get(message.id)
    if (!asked) return false
    const { call } = asked
    asked.times++
    this.answered++
    if (!call.isRight(message, call.id) && !isOtherwiseRight(message, call.id)) {
      this.#complain(`${call.kind} ${call.id} is answered with ${JSON.stringify(message).slice(0, 200)}`)
    }
    // What is settled is not kept, but for the id, so that a second answer is noticed.
    asked.call = {
      id: call.id,
      kind: call.kind,
      isUnanswerable: call.isUnanswerable,
      isOptional: call.isOptional,
      isRight: () => true,
    }
    return true
  }

  /** No more comes: every call has to be answered once, or where nobody answers it not at all; some may be either. */
  close() {
    for (const { call, times } of this.#calls.values()) {
      const expected = call.isUnanswerable ? 0 : 1
      if (times !== expected && !(call.isOptional && times === 0))
        this.#complain(`${call.kind} ${call.id} is answered ${times} times`)
    }
    this.#calls.clear()
  }

  expect(isSo, sentence) {
    if (!isSo) this.#complain(sentence)
  }

  #complain(sentence) {
    if (this.problems.length < 20) this.problems.push(sentence)
  }
}
