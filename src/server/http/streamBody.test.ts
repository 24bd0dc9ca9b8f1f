import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tests/support/freePort.ts'
import { listen } from './listen/listen.ts'
import { type Sending, streamBody } from './streamBody.ts'

const query = 'Failed query: select ... params: SECRET'

/** Its second piece fails, and so does its end, as with a query on a connection that is gone. */
const failing = (): AsyncIterable<string> => {
  let pieces = 0
  return {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        pieces += 1
        if (pieces > 1) throw new Error(query)
        return { done: false, value: 'a' }
      },
      return: async () => Promise.reject(new Error(query)),
    }),
  }
}

async function readerOf(source: AsyncIterable<string>, lines: string[], level = 'warn', limit: Omit<Sending, 'log'> = {}) {
  const log = pino({ level }, { write: (line: string) => void lines.push(line) })
  const app = new Hono()
  app.get('/', (c) => c.body(streamBody(c, source, { log, ...limit })))
  const { body } = await app.request('/')
  const reader = body?.getReader()
  if (reader === undefined) throw new Error('no body')
  expect((await reader.read()).value).toEqual(Buffer.from('a'))
  return reader
}

describe('an answer whose source fails, also when it is ended', () => {
  it('breaks off, and says nothing of the query', async () => {
    const lines: string[] = []
    const reader = await readerOf(failing(), lines)
    await expect(reader.read()).rejects.toThrow(/^an answer could not be completed$/)
    expect(lines).toHaveLength(1)
  })

  it('can be left by its reader, with a line in the log', async () => {
    const lines: string[] = []
    const reader = await readerOf(failing(), lines)
    await expect(reader.cancel()).resolves.toBeUndefined()
    expect(lines).toEqual([expect.stringContaining('an answer could not be ended')])
  })
})

/** Gives `a`. The next piece comes, or fails, when the test says so by `work`, which says when it is asked for. */
function waiting() {
  const work = new EventEmitter()
  let pieces = 0
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        pieces += 1
        if (pieces === 1) return { done: false, value: 'a' }
        const settled = once(work, 'piece')
        work.emit('asked')
        const [value]: (string | undefined)[] = await settled
        return value === undefined ? { done: true, value } : { done: false, value }
      },
      return: async () => ({ done: true, value: undefined }),
    }),
  }
  return { source, work }
}

describe('an answer whose reader goes while its next piece is read', () => {
  it.each([
    ['comes', (work: EventEmitter) => work.emit('piece', 'b')],
    ['was the last', (work: EventEmitter) => work.emit('piece')],
    ['fails', (work: EventEmitter) => work.emit('error', new Error('closed while it was read'))],
  ])('is no failure where that piece %s', async (_, settle) => {
    const lines: string[] = []
    const { source, work } = waiting()
    const reader = await readerOf(source, lines, 'info')
    const isAsked = once(work, 'asked')
    const reading = reader.read()
    await isAsked
    await reader.cancel()
    settle(work)
    await expect(reading).resolves.toMatchObject({ done: true })
    // All that follows from the piece has run.
    await new Promise((resolve) => void setImmediate(resolve))
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([expect.objectContaining({ level: 30, msg: 'a client hung up' })])
  })
})

/** The same piece again and again; `ended` resolves when nobody wants more. */
function endless(piece: string) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  async function* source() {
    try {
      for (;;) yield piece
    } finally {
      resolve()
    }
  }
  return { source: source(), ended }
}

describe('an answer whose reader may not stop', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('goes on while something is taken now and then, however long it takes, and ends its source where nothing is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { source, ended } = endless('a')
    const lines: string[] = []
    const reader = await readerOf(source, lines, 'info', { readerPauseMaxMs: 30_000 })
    for (let taken = 0; taken < 3; taken += 1) {
      vi.advanceTimersByTime(29_999)
      expect(await reader.read()).toMatchObject({ done: false })
    }
    expect(lines).toEqual([])
    vi.advanceTimersByTime(30_000)
    await ended
    // Closed, not only empty: nothing is sent that a client could take for the whole.
    await expect(reader.closed).rejects.toThrow('an answer was not taken')
    expect(lines).toHaveLength(1)
  })

  it('has its connection closed, which shows the client that the answer is incomplete', async () => {
    const { source, ended } = endless('a'.repeat(64 * 1024))
    const app = new Hono()
    app.get('/', (c) => c.body(streamBody(c, source, { log: pino({ level: 'silent' }), readerPauseMaxMs: 50 })))
    const port = await freePort()
    const { finish } = await listen(app, { host: '127.0.0.1', port, drainSeconds: 0 })
    const socket = connect({ port, host: '127.0.0.1' }).pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await ended
    let last = ''
    socket.setEncoding('latin1').on('data', (text: string) => (last = (last + text).slice(-100)))
    await once(socket.resume(), 'close')
    await finish()
    expect(last).toHaveLength(100)
    expect(last).not.toMatch(/0\r\n\r\n$|Error/)
  })

  it('waits for its source as long as that takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { source, work } = waiting()
    const reader = await readerOf(source, [], 'info', { readerPauseMaxMs: 30_000 })
    const isAsked = once(work, 'asked')
    const reading = reader.read()
    await isAsked
    vi.advanceTimersByTime(60_000)
    work.emit('piece', 'b')
    await expect(reading).resolves.toMatchObject({ done: false })
  })
})
