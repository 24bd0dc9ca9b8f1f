import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep } from '../../../../../tests/component/updatePage.ts'
import { releaseOf } from '../../../../../tests/support/releases.ts'

const cardName = 'Firmware saved on this computer'

afterEach(letGo)

const rightOf = (element: Element) => element.getBoundingClientRect().right

it('fetches ahead what detectors need: the newest, what one has to be finished with, and no draft', async () => {
  const world = createCustomer()
  // Of a size that no other test has saved.
  const sizeBytes = 1_234
  await world.publish('9.0', sizeBytes, { release: releaseOf('released') })
  await world.publish('9.1', sizeBytes, { release: releaseOf('halted', { begunOn: [2] }) })
  await world.publish('9.2', sizeBytes, { release: releaseOf('draft') })
  const firmware = { id: 2, versionName: '9.1', language: 'English' }
  const lastUpdate = { id: 9, date: '2026-11-21T10:00:00.000Z', firmware }
  world.detectors.push(detectorOf(1), detectorOf(2, { serialNumber: '0A1B2C3D4F', firmwareState: 'none', lastUpdate }))
  const { sent } = await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  const fetched = () => sent('file.showFileFromWeb')
  await expect.poll(fetched).toMatchObject([{ query: { id: 2 } }, { query: { id: 1 } }])
  const card = page.getByRole('region', { name: cardName })
  // By key: what the page still loads above may move it away from a pointer.
  card.getByText(cardName, { exact: true }).element().closest('summary')?.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(card.getByText('9.1 · to finish the update')).toBeVisible()
  await expect.element(card.getByText('9.0 · newest')).toBeVisible()
  await expect.element(card.getByText('9.2')).not.toBeInTheDocument()
  expect(fetched()).toHaveLength(2)
})

it('fetches ahead what is so now of signed releases, without which they could not be installed offline', { tags: 'rest' }, async () => {
  const world = createCustomer()
  const calls = [world.calls, { signature: { getForType: () => ({ roots: [], catalogue: null }) } }]
  const asked = async (statement: string[] | null) => {
    await world.publish('9.3', 1_236, { release: releaseOf('released', { statement }) })
    const { seen, sent } = await openApp('/productUpdate/index', { as: 'customer', calls })
    await expect.poll(() => seen.map(({ name }) => name)).toContain('file.showFileFromWeb')
    return () => sent('signature.getForType')
  }
  world.detectors.push(detectorOf(1), detectorOf(2, { serialNumber: '0A1B2C3D4F' }))
  expect((await asked(null))()).toEqual([])
  await expect.poll(await asked(['signed'])).toMatchObject([{ params: { typeId: 6 } }])
})

it('offers to keep another version, in a button that a narrow window has room for', { tags: 'rest' }, async () => {
  const world = createCustomer()
  for (const [index, versionName] of ['9.0', '9.1'].entries()) await world.publish(versionName, 262_160 + index)
  await page.viewport(390, 844)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await nextStep().getByText('Other versions and languages').click()
  const versions = nextStep().getByRole('combobox', { name: 'Version', exact: true })
  await versions.selectOptions(versions.getByRole('option', { name: /^9\.0 / }))
  const keep = nextStep().getByRole('button', { name: /^Make available offline/ })
  await expect.element(keep).toBeVisible()
  expect(rightOf(keep.element())).toBeLessThanOrEqual(rightOf(versions.element()))
})
