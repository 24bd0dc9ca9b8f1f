// @module-tag rest
/** The tutorial beside the page, where there is room for it; the dialog is in tutorialDialog.spec.tsx. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { closeChooser } from '../../../../../tests/component/webHid.ts'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, setFaults } from '../../../../../tests/component/updatePage.ts'

const names = 'How to connect your detector'
const side = () => page.getByRole('region', { name: names })
const dialog = () => page.getByRole('dialog', { name: names })
const opener = () => page.getByRole('button', { name: 'How to connect my detector' })
const chooserOpenings = () => vi.mocked(navigator.hid.requestDevice).mock.calls.length

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
  // The browser's own device chooser would block the test.
  closeChooser()
})

async function open({ width = 1280, as = 'customer' }: { width?: number; as?: Person } = {}) {
  await page.viewport(width, 720)
  await expect.poll(() => innerWidth).toBe(width)
  await openApp('/productUpdate/index', { as, calls: world.calls })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Product updates' })).toBeVisible()
}

const isBeside = async (width: number, as: Person) => {
  await open({ width, as })
  await expect.element(side().or(opener())).toBeVisible()
  return side().query() !== null
}

it('stands beside the page of customers from 1280 px on, and of staff, who have a menu too, from 1520 px on [T115]', async () => {
  expect(await isBeside(1279, 'customer')).toBe(false)
  expect(await isBeside(1280, 'customer')).toBe(true)
  expect(await isBeside(1519, 'admin')).toBe(false)
  expect(await isBeside(1520, 'admin')).toBe(true)
})

it('moves into the dialog when the window becomes narrow, and back', async () => {
  await open()
  await expect.element(side().getByText('1 / 9')).toBeVisible()
  await expect.element(opener()).not.toBeInTheDocument()
  await page.viewport(1024, 720)
  await expect.element(side()).not.toBeInTheDocument()
  await opener().click()
  await expect.element(dialog().getByText('1 / 9')).toBeVisible()
  await page.viewport(1280, 720)
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(side()).toBeVisible()
})

it('opens no dialog for a user without updates, because it is there already', async () => {
  world.updates.length = 0
  await open()
  await expect.element(page.getByRole('region', { name: 'Past updates' }).getByText('No update yet')).toBeVisible()
  await expect.element(side().getByText('1 / 9')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

it('turns its pages by button and arrow key; Skip requests devices and stays, the last Next starts again and requests them', async () => {
  await open()
  await side().getByRole('tab', { name: 'WSAII / WSAII-XL' }).click()
  await expect.element(side().getByText('1 / 3')).toBeVisible()
  await side().getByRole('button', { name: 'Next' }).click()
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  await expect.element(side().getByText('2 / 3')).toBeVisible()
  await side().getByRole('button', { name: 'Next' }).click()
  await expect.element(side().getByText('3 / 3')).toBeVisible()
  expect(chooserOpenings()).toBe(0)
  await side().getByRole('button', { name: 'Skip' }).click()
  await expect.poll(chooserOpenings).toBe(1)
  await expect.element(side().getByText('3 / 3')).toBeVisible()
  await side().getByRole('button', { name: 'Next' }).click()
  await expect.element(side().getByText('1 / 3')).toBeVisible()
  await expect.poll(chooserOpenings).toBe(2)
})

it('comes after the page for the keyboard, which reaches it by a link at the top', async () => {
  await open()
  await expect.element(side().getByText('1 / 9')).toBeVisible()
  const updates = page.getByRole('region', { name: 'Past updates' })
  await expect.element(updates).toBeVisible()
  expect(updates.element().compareDocumentPosition(side().element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const link = page.getByRole('link', { name: 'How to connect my detector' })
  link.element().focus()
  await expect.element(link).toBeVisible()
  const scrolled = window.scrollY
  await userEvent.keyboard('{Enter}')
  await expect.element(side()).toHaveFocus()
  expect([window.scrollY, location.hash]).toEqual([scrolled, ''])
  await expectNoAxeFindings('the tutorial beside the page')
})

describe('with a detector', () => {
  afterEach(letGo)

  it('is gone while it is connected, because there is nothing to connect, and is back afterwards', async () => {
    await world.publish('5.2', 4_800)
    await open()
    await expect.element(side()).toBeVisible()
    await connectSimulated()
    await expect.element(side()).not.toBeInTheDocument()
    await expect.element(opener()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(side()).toBeVisible()
  })

  it('shows the family of the one that was added last', async () => {
    world.detectors.push(detectorOf(1, { product: { id: 3, name: 'WSAII', typeName: 'WSAII' } }))
    await open()
    await expect.element(side().getByText('1 / 3')).toBeVisible()
  })

  it('shows the family of the one that was updated last, and then of the one that was connected', async () => {
    await world.publish('5.2', 4_800)
    world.detectors.push(detectorOf(2, { serialNumber: '0000000002', product: { id: 3, name: 'WSAII', typeName: 'WSAII' } }))
    const firmware = { id: 9, versionName: '1.0', language: 'fr' }
    const lastUpdate = { id: 55, date: '2026-11-21T10:00:00.000Z', firmware }
    world.detectors.push(detectorOf(1, { serialNumber: '0000000001', product: { id: 4, name: 'Teleco', typeName: 'TELECO' }, lastUpdate }))
    await open()
    await expect.element(side().getByText('1 / 9')).toBeVisible()
    await connectSimulated()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(side().getByText('1 / 6')).toBeVisible()
  })

  it('opens where update mode is explained if it could not be connected, and a button leads there', async () => {
    await world.publish('5.2', 4_800)
    await open()
    await connectSimulated()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(side().getByText('1 / 6')).toBeVisible()
    setFaults({ lostShare: 1 })
    await page.getByRole('button', { name: 'Use the simulated detector' }).click()
    await expect.poll(() => side().query()?.textContent).toContain('5 / 6')
    await page.getByRole('button', { name: 'How to turn on update mode' }).click()
    await expect.element(side()).toHaveFocus()
    await page.viewport(1024, 720)
    await page.getByRole('button', { name: 'How to turn on update mode' }).click()
    await expect.element(dialog().getByText('5 / 6')).toBeVisible()
    await expect.element(dialog().getByRole('tab', { name: 'WS6' })).toHaveAttribute('aria-selected', 'true')
    setFaults()
    await dialog().getByRole('button', { name: 'Skip' }).click()
    await expect.element(page.getByRole('region', { name: 'Connected detector' })).toBeVisible()
  })
})
