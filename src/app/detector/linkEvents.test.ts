import { afterEach, expect, it, vi } from 'vitest'
import { emitLinkEvent, onLinkEvent, resetBadChecksum } from './linkEvents.ts'
import { updateElsewhere } from './updateElsewhere.ts'

let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function listen(): string[] {
  const received: string[] = []
  stop = onLinkEvent((event) => received.push(event))
  return received
}

/** Another tab holds the lock and says how far its update is; returns how it ends. */
async function updateInOtherTab(): Promise<() => Promise<void>> {
  let releaseLock: (() => void) | undefined
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve
  })
  vi.stubGlobal('navigator', {
    locks: {
      query: () => Promise.resolve({ held: [{ name: 'fieldport-update', mode: 'exclusive' }] }),
      request: () => released,
    },
  })
  const otherTab = new BroadcastChannel('fieldport-update')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  otherTab.postMessage({ kind: 'progress', progress: { productName: 'WS6', versionName: '5.2', percent: 10 } })
  await vi.waitFor(() => expect(updateElsewhere()).not.toBeNull())
  return async () => {
    releaseLock?.()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    otherTab.postMessage({ kind: 'outcome' })
    otherTab.close()
    await vi.waitFor(() => expect(updateElsewhere()).toBeNull())
  }
}

it('reports the first bad checksum of an update, and that of the next update again', () => {
  const received = listen()
  resetBadChecksum()
  for (let frame = 0; frame < 5; frame += 1) emitLinkEvent('badChecksum', true)
  expect(received).toEqual(['badChecksum'])
  resetBadChecksum()
  emitLinkEvent('badChecksum', true)
  expect(received).toHaveLength(2)
})

it('reports nothing about replies to the update of another tab', async () => {
  const received = listen()
  const endUpdate = await updateInOtherTab()
  emitLinkEvent('badChecksum', false)
  expect(received).toEqual([])
  await endUpdate()
  emitLinkEvent('badChecksum', false)
  expect(received).toEqual(['badChecksum'])
})
