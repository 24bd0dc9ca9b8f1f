import { EventEmitter, once } from 'node:events'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { streamBody } from './streamBody.ts'

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

async function readerOf(source: AsyncIterable<string>, lines: string[], level = 'warn') {
  const log = pino({ level }, { write: (line: string) => void lines.push(line) })
  const app = new Hono()
  app.get('/', (c) => c.body(streamBody(c, source, { log })))
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
