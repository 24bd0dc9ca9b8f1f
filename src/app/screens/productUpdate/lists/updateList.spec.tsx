/** How the list of updates words one that runs, one that nobody has heard of, and one that has failed. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { queryClient } from '../../../api/queryClient.ts'
import type { ProductUpdate } from '../../../../contract/productUpdate.ts'

const w = { list: 'Past updates', running: 'Running', notReported: 'Not reported', without: 'Left without firmware' } as const
const at = '2026-11-21T10:00:00.000Z'
const firmware = { id: 9, versionName: '5.2', language: 'fr' }
const heard = { heardAt: at, silentMs: 1_000, percent: 30, hasErased: true }

function pastUpdateOf({ updates: [first] }: CustomerWorld): ProductUpdate {
  if (first === undefined) throw new Error('the customer has a past update')
  return first
}

it('says of an update that it runs, that it has no result, or what it has left, as far as that is known', async () => {
  const world = createCustomer()
  const older = pastUpdateOf(world)
  const erased = { success: null, firmwareAfter: 'none' } as const
  /** A detector with an update that has noted its erase, above an older one without a result. */
  async function list(openUpdate: typeof heard | null, how: Partial<ProductUpdate> = {}): Promise<void> {
    world.detectors[0] = detectorOf(1, { openUpdate, lastUpdate: { id: 8, date: at, firmware } })
    const newest = { ...older, ...erased, id: 8, versionName: '5.2', date: at, ...how }
    world.updates.splice(0, world.updates.length, newest, { ...older, ...erased })
    await queryClient.invalidateQueries()
  }
  await list(heard)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  const rows = page.getByRole('region', { name: w.list }).getByRole('listitem')
  await expect.element(rows).toHaveLength(2)
  const without = page.getByText(w.without)
  // On another computer.
  await expect.element(rows.first()).toMatchTextContent(w.running)
  await expect.element(rows.last()).toMatchTextContent(w.notReported)
  await expect.element(without).not.toBeInTheDocument()
  // Not heard of since.
  await list({ ...heard, silentMs: 120_000 })
  await expect.element(rows.first()).toMatchTextContent(w.notReported)
  await expect.element(without).not.toBeInTheDocument()
  await list(null, { success: false, errorType: 'DECONNECTION_ERROR' })
  await expect.element(rows.first()).toMatchTextContent(w.without)
})

it('shows what another tab has just done, detector and update alike', async () => {
  const world = createCustomer()
  const older = pastUpdateOf(world)
  world.detectors[0] = detectorOf(1, {})
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  const rows = page.getByRole('region', { name: w.list }).getByRole('listitem')
  await expect.element(rows).toHaveLength(1)
  world.updates.unshift({ ...older, id: 8, versionName: '5.2', date: at })
  world.detectors[0] = detectorOf(1, { nickname: 'Beach detector' })
  const otherTab = new BroadcastChannel('fieldport-update')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  otherTab.postMessage({ kind: 'outcome' })
  otherTab.close()
  await expect.element(rows).toHaveLength(2)
  await expect.element(page.getByRole('link', { name: 'Beach detector' })).toBeVisible()
})
