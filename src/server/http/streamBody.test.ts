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

async function readerOf(source: AsyncIterable<string>, lines: string[]) {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
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
