/** How the list of updates words one that runs, one that nobody has heard of, and one that has failed. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ProductUpdate } from '../../../../contract/productUpdate.ts'

const words = {
  en: { list: 'Past updates', running: 'Running', notReported: 'Not reported', without: 'Left without firmware' },
  fr: { list: 'Mises à jour effectuées', running: 'En cours', notReported: 'Sans résultat', without: 'Resté sans firmware' },
} as const
const at = '2026-11-21T10:00:00.000Z'
const firmware = { id: 9, versionName: '5.2', language: 'fr' }
const heard = { heardAt: at, silentMs: 1_000, percent: 30, hasErased: true }

describeInEachLanguage('in %s', (locale) => {
  const w = words[locale]

  /** A detector with an update that has noted its erase, above an older one without a result. */
  async function open(openUpdate: typeof heard | null, how: Partial<ProductUpdate> = {}) {
    const world = createCustomer()
    world.detectors.push(detectorOf(1, { openUpdate, lastUpdate: { id: 8, date: at, firmware } }))
    const [older] = world.updates
    if (older === undefined) throw new Error('the customer has a past update')
    const erased = { success: null, firmwareAfter: 'none' } as const
    world.updates.splice(0, 1, { ...older, ...erased, id: 8, versionName: '5.2', date: at, ...how }, { ...older, ...erased })
    await openApp('/productUpdate/index', { as: 'customer', locale, calls: world.calls })
    const rows = page.getByRole('region', { name: w.list }).getByRole('listitem')
    await expect.element(rows).toHaveLength(2)
    return [rows.first(), rows.last()] as const
  }

  it('says of an update on another computer that it runs, and not that it has left anything', async () => {
    const [newest, older] = await open(heard)
    await expect.element(newest).toMatchTextContent(w.running)
    await expect.element(older).toMatchTextContent(w.notReported)
    await expect.element(page.getByText(w.without)).not.toBeInTheDocument()
  })

  it('claims nothing of one that has not been heard of since', async () => {
    const [newest] = await open({ ...heard, silentMs: 120_000 })
    await expect.element(newest).toMatchTextContent(w.notReported)
    await expect.element(page.getByText(w.without)).not.toBeInTheDocument()
  })

  it('says what one has left that was reported as failed', async () => {
    const [newest] = await open(null, { success: false, errorType: 'DECONNECTION_ERROR' })
    await expect.element(newest).toMatchTextContent(w.without)
  })
})
