/** What a tab learns of an update in another one, over the browser's real locks and channel. */
import { expect, it } from 'vitest'
import { onOutcomeElsewhere, updateElsewhere } from './updateElsewhere.ts'

const otherTab = new BroadcastChannel('fieldport-update')
const post = (message: object): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  otherTab.postMessage(message)
}
const progress = { userProductId: 12, productName: 'WS6 Master', versionName: '5.2', percent: 30 }
let toldCount = 0
onOutcomeElsewhere(() => {
  toldCount += 1
})

/** Begins an update in the other tab; returns how its lock ends. */
function beginElsewhere(): Promise<() => void> {
  return new Promise((begun) => {
    void navigator.locks.request('fieldport-update', () => new Promise<void>((end) => begun(end)))
  })
}

it.each([
  ['that ends tells how', () => post({ kind: 'outcome' })],
  ['whose tab is closed is looked for where that tab left it', () => {}],
])('an update %s, once', async (_, tell) => {
  const before = toldCount
  const end = await beginElsewhere()
  post({ kind: 'progress', progress })
  await expect.poll(updateElsewhere).toEqual({ progress })
  end()
  tell()
  await expect.poll(updateElsewhere).toBeNull()
  expect(toldCount).toBe(before + 1)
})
