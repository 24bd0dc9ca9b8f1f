import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { expect, it } from 'vitest'
import type { FixtureThread } from '../../../tests/support/fixtureThread.ts'
import { inThread } from './inThread.ts'

const source = 'tests/support/fixtureThread.ts'
const limits = { timeoutMs: 10_000, heapMaxMb: 64 }
type Work = Parameters<typeof inThread<FixtureThread, unknown>>[2]
const run = (work: Work, changed: Partial<typeof limits> = {}) => inThread<FixtureThread, unknown>(source, { ...limits, ...changed }, work)

it('calls the functions of a thread, as often as wanted, and returns what the work returns', async () => {
  const sums = await run(async (api) => [await api.add(1, 2), await api.add(3, 4)])
  expect(sums).toEqual([3, 7])
})

it('passes on what a function of the thread throws, by its message, and what the work itself throws', async () => {
  await expect(run((api) => api.refuse())).rejects.toThrow('not like this')
  const own = new RangeError('of the work')
  await expect(run(() => Promise.reject(own))).rejects.toBe(own)
})

it('ends a thread that takes too long', async () => {
  await expect(run((api) => api.loopForever(), { timeoutMs: 100 })).rejects.toMatchObject({ name: 'ThreadError', reason: 'timeout' })
})

it('ends a thread that fills its memory, and the server lives on', async () => {
  await expect(run((api) => api.fillMemory())).rejects.toMatchObject({ reason: 'memory' })
  await expect(run((api) => api.add(1, 1))).resolves.toBe(2)
})

it('does not wait for a thread that exits by itself', async () => {
  await expect(run((api) => api.exit())).rejects.toMatchObject({ reason: 'broken', message: `${source} ended with exit code 7` })
})

it('does not wait for a thread that throws where nobody waits', async () => {
  const thrown = expect.objectContaining({ message: 'nobody waits for this' })
  await expect(run((api) => api.throwLater())).rejects.toMatchObject({ reason: 'broken', cause: thrown })
})

it('names a thread that was not built', async () => {
  const missing = inThread('threads/missing.ts', limits, () => Promise.resolve())
  await expect(missing).rejects.toThrow('threads/missing.ts was not found beside the server')
})

it('leaves the event loop to others while a thread computes', async () => {
  const server = createServer((_, response) => response.end('there')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  let answered = 0
  const working = run(async (api) => {
    void api.loopForever()
    while (answered < 5) {
      await new Promise((resolve) => {
        get({ port, host: '127.0.0.1', agent: false }, (response) => response.resume().on('end', resolve))
      })
      answered += 1
    }
    return 'five answers'
  })
  await expect(working).resolves.toBe('five answers')
  server.close()
})
