import { afterEach, expect, it, vi } from 'vitest'
import { pendingRequestsSettled, trackedFetch } from './serverReachability.ts'
import { sleep } from '../browser/sleep.ts'

afterEach(() => vi.unstubAllGlobals())

it('waits for a request that starts after another one was answered', async () => {
  const ended: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    await sleep(20)
    ended.push(path)
    return new Response()
  })
  void trackedFetch('/first').then(() => trackedFetch('/second'))
  await pendingRequestsSettled(60_000)
  expect(ended).toEqual(['/first', '/second'])
})
