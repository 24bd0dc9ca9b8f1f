import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importWithRetry } from './lazyModule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Sets how the server answers after a module has failed to load. */
function answerWith(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', answer)
}

it.each([
  ['the server is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['something else answers in its place', () => Promise.resolve(new Response('<h1>Welcome to our hotel</h1>'))],
])('waits as long as %s, then loads the module', async (_, answer) => {
  answerWith(answer)
  let tries = 0
  const part = importWithRetry(async () => {
    tries += 1
    if (tries < 100) throw new TypeError('Failed to fetch dynamically imported module')
    return Promise.resolve('here')
  })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await expect(part).resolves.toBe('here')
})

const page = '<script type="module" crossorigin src="/assets/entrance-abc.js"></script>'

it('retries after a lost response, and gives up when the server does not have the module', async () => {
  answerWith(() => Promise.resolve(new Response(page)))
  const missing = new TypeError('Failed to fetch dynamically imported module')
  const once = vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing).mockResolvedValue('here')
  const never = vi.fn<() => Promise<string>>().mockRejectedValue(missing)
  const found = importWithRetry(once)
  const given = importWithRetry(never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(found).resolves.toBe('here')
  // The router reloads the page, also during an update, for an error whose words begin as the browser's.
  await expect(given).resolves.toMatchObject({ message: `Not loaded: ${String(missing)}`, cause: missing })
  expect([once.mock.calls.length, never.mock.calls.length]).toEqual([2, 3])
})
