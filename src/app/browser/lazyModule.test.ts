import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importWithRetry } from './lazyModule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the server says of itself when a part did not come. */
function answerWith(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', answer)
}

it('waits for a server that is away, however long, and then has the part', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
  let tries = 0
  const part = importWithRetry(async () => {
    tries += 1
    if (tries < 100) throw new TypeError('Failed to fetch dynamically imported module')
    return Promise.resolve('here')
  })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await expect(part).resolves.toBe('here')
})

it('tries again where one answer was lost on the way, and gives up where the server does not have it', async () => {
  answerWith(() => Promise.resolve(new Response('<html>')))
  const missing = new TypeError('Failed to fetch dynamically imported module')
  const once = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing).mockResolvedValue('here')
  const never = vi.fn<() => Promise<string>>().mockRejectedValue(missing)
  const found = importWithRetry(once)
  const given = importWithRetry(never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(found).resolves.toBe('here')
  await expect(given).resolves.toBe(missing)
  expect([once.mock.calls.length, never.mock.calls.length]).toEqual([2, 3])
})
