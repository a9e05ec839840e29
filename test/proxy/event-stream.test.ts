import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventFramer, eventWith, onOneLine, type ServerEvent, withData } from '../../src/proxy/event-stream'

function events(text: string, size = text.length || 1, maxLength = 10_000, open: readonly string[] = []) {
  const found: ServerEvent[] = []
  const tooLong: (string | undefined)[] = []
  const framer = new EventFramer(maxLength, {
    event: (event) => found.push(event),
    tooLong: ([first]) => tooLong.push(first?.id),
    open: () => open,
  })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) framer.push(bytes.subarray(at, at + size))
  return { found, tooLong, framer }
}

describe('a stream of events', () => {
  it('is read whatever its lines end with, with comments, ids and several lines of data', () => {
    const text =
      ': hello\n\nid: 7\nretry: 500\nevent: message\ndata: {"a":\ndata:1}\n\ndata\r\n\r\n: ping\r\ndata: x\r\n\r\n'
    for (const size of [1, 3, 1000]) {
      const { found } = events(text, size)
      expect(found.map(({ data, id, retry }) => [data?.toString(), id, retry])).toEqual([
        [undefined, undefined, undefined],
        ['{"a":\n1}', '7', 500],
        [undefined, undefined, undefined],
        ['x', undefined, undefined],
      ])
      expect(Buffer.concat(found.map(({ raw }) => raw)).toString()).toBe(text)
    }
  })

  it('gives out every byte as it came, however it is cut', () => {
    const line = fc.constantFrom('data: {"id":1}', 'data:x', 'id: é', ': comment', 'event: message', 'other')
    const end = fc.constantFrom('\n', '\r\n', '\r')
    const event = fc
      .tuple(fc.array(line, { minLength: 1 }), end)
      .map(([lines, end]) => lines.map((each) => each + end).join('') + end)
    fc.assert(
      fc.property(fc.array(event), fc.integer({ min: 1, max: 50 }), (all, size) => {
        const { found } = events(all.join(''), size)
        expect(found.map(({ raw }) => raw.toString())).toEqual(all)
      }),
    )
  })

  it('is read with CR alone, each event as soon as it is there', () => {
    for (const size of [1, 4, 1000]) {
      const { found } = events('id: 7\rdata: {"a":\rdata: 1}\r\rdata: x\r\r', size)
      expect(found.map(({ data, id }) => [data?.toString(), id])).toEqual([
        ['{"a":\n1}', '7'],
        ['x', undefined],
      ])
    }
    const [event] = events('id: 7\rdata: 1\rdata\r\r').found
    expect(event && withData(event, Buffer.from('2')).toString()).toBe('id: 7\rdata: 2\n\n')
  })

  it('ends with its last event even if that ends with a CR that nobody expects', () => {
    const found: ServerEvent[] = []
    const framer = new EventFramer(100, {
      event: (event) => found.push(event),
      tooLong: () => {},
      open: () => [],
    })
    framer.push(Buffer.from('data: 1\n\r'))
    expect(framer.rest().toString()).toBe('')
    expect(found.map(({ raw }) => raw.toString())).toEqual(['data: 1\n\r'])
  })

  it('takes a time that grows with its length alone', { retry: 2 }, () => {
    const time = (text: string) => {
      const began = performance.now()
      events(text, 2 ** 20, 2 ** 24)
      return performance.now() - began
    }
    for (const end of ['\n', '\r', '\r\n']) expect(time(`:${end}`.repeat(2 ** 20))).toBeLessThan(3000)
  })

  it.each([
    ['blank lines', '\n', '', 2 ** 16],
    ['blank lines that end with CR', '\r', '', 2 ** 16],
    ['comments', ':\n', '\n', 2 ** 16],
    ['lines of data', 'data:\n', '\n', 2 ** 16],
    ['long lines that end with CR', `:${'x'.repeat(99)}\r`, '\r', 2 ** 20],
    ['ids', 'id:1\n', '\n', 2 ** 16],
    ['waits', 'retry:1\n', '\n', 2 ** 16],
    ['empty events', ':\n\n', '', 2 ** 16],
    ['single bytes', 'data: x\n', '\n', 1],
  ])(
    'of nothing but %s takes no more time for each byte the longer it is',
    { retry: 3 },
    (_, line, end, size) => {
      const timeOf = (length: number) => {
        const text = line.repeat(length / line.length) + end
        const before = process.cpuUsage()
        const framer = new EventFramer(2 ** 24, { event: () => {}, tooLong: () => {}, open: () => [] })
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; at += size) framer.push(bytes.subarray(at, at + size))
        return process.cpuUsage(before).user
      }
      timeOf(2 ** 19)
      expect(timeOf(2 ** 22) / timeOf(2 ** 19)).toBeLessThan(8 * 4)
    },
  )

  it('joins lines of data that are empty, too, and holds no id that no header takes', () => {
    const [event] = events(`data:\ndata: a\ndata:\nid: ${'i'.repeat(5000)}\n\n`).found
    expect(event?.data?.toString()).toBe('\na\n')
    expect(event?.id).toBeUndefined()
  })

  it('knows events of other names, a byte order mark, and what was not finished', () => {
    const { found } = events('\uFEFFdata: 1\n\nevent: ping\ndata: x\n\nevent: message\ndata: y\n\n')
    expect(found.map(({ data, name }) => [data?.toString(), name])).toEqual([
      ['1', undefined],
      ['x', 'ping'],
      ['y', undefined],
    ])
    expect(found[0]?.raw.toString()).toBe('\uFEFFdata: 1\n\n')
    const framer = new EventFramer(100, { event: () => {}, tooLong: () => {}, open: () => [] })
    framer.push(Buffer.from('data: 1\n\nid: 2\ndata: {'))
    expect(framer.rest().toString()).toBe('id: 2\ndata: {')
  })

  it('keeps the other fields of an event whose data are replaced', () => {
    const [event] = events('event: message\nid: é1\ndata: {"a":\ndata: 1}\n\n').found
    expect(event && withData(event, Buffer.from('{"b":2}')).toString()).toBe(
      'event: message\nid: é1\ndata: {"b":2}\n\n',
    )
  })

  it('has events whose data are as long as allowed, whatever stands around them', () => {
    const event = `event: message\r\nid: ${'i'.repeat(50)}\r\ndata: ${'x'.repeat(100)}\r\n\r\n`
    for (const size of [1, 10, 1000]) {
      expect(events(event, size, 100).found).toHaveLength(1)
      expect(events(event, size, 99).tooLong).toHaveLength(1)
    }
  })

  it('lets go of an event that is too long, and keeps its id', () => {
    for (const length of [200, 100_000]) {
      const ids: (string | undefined)[] = []
      const framer = new EventFramer(100, {
        event: () => {},
        tooLong: (_, id) => ids.push(id),
        open: () => [],
      })
      framer.push(Buffer.from(`id: e1\ndata: ${'x'.repeat(length)}\n\ndata: ${'x'.repeat(length)}\n\n`))
      expect(ids).toEqual(['e1', undefined])
    }
  })

  it('lets go of an event that is too long, and finds whose it was', () => {
    const long = `data: {"result":"${'x'.repeat(500)}","id":7}\n\n`
    const many = `${'data: {"x":1,\n'.repeat(50)}data: "id":8}\n\n`
    for (const size of [1, 10, 10_000]) {
      const { found, tooLong } = events(`${long}data: ok\n\n${many}data: ok\n\n`, size, 100)
      expect(found.map(({ data }) => data?.toString())).toEqual(['ok', 'ok'])
      expect(tooLong[0]).toBe('7')
      expect(tooLong).toHaveLength(2)
    }
  })

  it('says whom an event answers that is too long before it ends, if only one can be meant or it has said so', () => {
    const text = 'x'.repeat(200_000)
    const cases = [
      { begins: `{"id":7,"result":"${text}`, open: ['7', '8'], told: ['7'] },
      { begins: `{"result":{"a":{"b":"${text}`, open: ['8'], told: ['8'] },
      { begins: `{"result":{"a":{"b":"${text}`, open: ['7', '8'], told: [] },
      { begins: `{"id":null,"error":{"a":{"b":"${text}`, open: ['7', '8'], told: [] },
      { begins: `{"method":"x","params":"${text}`, open: ['8'], told: [] },
      { begins: `[{"id":7,"result":"${text}`, open: ['7'], told: [] },
    ]
    for (const { begins, open, told } of cases) {
      for (const size of [1000, 500_000]) {
        const { tooLong, framer } = events(`data: ${begins}`, size, 100, open)
        expect(tooLong).toEqual(told)
        expect(framer.isSkipping).toBe(told.length > 0)
        framer.push(Buffer.from('"}\n\n'))
        expect(tooLong).toHaveLength(1)
        expect(framer.isSkipping).toBe(false)
      }
    }
  })
})

describe('a message as an event', () => {
  it('has no line end in it', () => {
    expect(eventWith(Buffer.from('{"a":\r\n1}\n')).toString()).toBe('data: {"a":  1}\n\n')
    expect(onOneLine(Buffer.from('{}\r\n')).toString()).toBe('{}')
    expect(onOneLine(Buffer.from('')).toString()).toBe('')
  })
})
