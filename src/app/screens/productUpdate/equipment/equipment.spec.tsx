/** A customer's detectors and coils: their rows, and the page of a detector. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { closeChooser } from '../../../../../tests/component/webHid.ts'
import { coilOf, daysAgo, freeUntil, midnight, proof } from '../../../../../tests/component/coils.ts'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, letGo, update } from '../../../../../tests/component/updatePage.ts'
import { detectorFactsAt } from '../../../../contract/warranty.ts'

const w = {
  loose: 'Coils without a detector',
  available: '5.5 available',
  needs: /Needs a battery at 40% or more, and a connected coil/,
  until: 'Warranty until',
  save: 'Save',
} as const

const bought = daysAgo(100)
const available = { versionName: '5.5', firstVersions: [], minimumBatteryPercent: 40, needsCoil: true }

let world: CustomerWorld

/** One detector with 5.2 and three coils, of which one is not registered; 5.5 is offered. */
function own(others: Parameters<typeof detectorOf>[1] = {}): void {
  const currentFirmware = { id: 9, versionName: '5.2', language: 'English' }
  const purchase = { purchaseDate: midnight(bought), purchaseProof: proof, ...detectorFactsAt(midnight(bought), { isExtended: false }) }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware, available, ...purchase, ...others }))
  const ofIt = { userProductId: 1 }
  world.coils.push(
    coilOf(1, 'E2E1AB12', bought, ofIt),
    coilOf(2, 'E2E2AB12', '2012-06-30', ofIt),
    coilOf(3, 'E2E3AB12', bought, { ...ofIt, coilSerial: null, purchaseDate: null, purchaseProof: null }),
  )
}

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const list = '/productUpdate/index'
const detectorPage = '/equipment/1'
const open = (path = list) => openApp(path, { as: 'customer', calls: world.calls })
const equipment = () => page.getByRole('region', { name: 'My equipment' })
const main = () => page.getByRole('main')
const drawings = () => [...document.querySelectorAll('main svg[data-family]')]
const device = () => drawings().find((drawing) => drawing.getAttribute('data-family') !== 'coil')
/** The parts of a WS6 that tell it from other devices. */
const shapesIn = (selector: string) => [...document.querySelectorAll(`${selector} :is(.shell, .gold)`)].map(({ outerHTML }) => outerHTML)

it('a row says what is available, without a cable, and leads to the detector’s page [T841]', async () => {
  own()
  for (const versionName of ['5.1', '5.2', '5.3', '5.5']) await world.publish(versionName, 500, { changeLog: `- Only in ${versionName}` })
  await open()
  const row = equipment()
  for (const text of ['WS6 Master', '0A 1B 2C 3D 4E', '5.2', w.available, w.needs, `${w.until} ${freeUntil(bought)}`])
    await expect.element(row).toMatchTextContent(text)
  const coils = row.getByRole('list', { name: 'Coils of WS6 Master' })
  await expect.element(coils.getByRole('listitem')).toHaveLength(3)
  await expect.element(coils).toMatchTextContent(`E2E1AB12${w.until} ${freeUntil(bought)}`)
  await expect.element(coils).toMatchTextContent('Not registered yet')
  await expect.element(page.getByRole('region', { name: w.loose })).not.toBeInTheDocument()
  await expectNoAxeFindings('the equipment')

  await row.getByRole('link', { name: 'WS6 Master' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('WS6 Master')
  await expect.element(main()).toMatchTextContent(w.available)
  await page.getByText('What changed since 5.2').click()
  await expect.element(page.getByText('Only in 5.5')).toBeVisible()
  await expect.element(page.getByText('Only in 5.3')).toBeVisible()
  expect(main().element().textContent).not.toMatch(/Only in 5\.[12]/)
  await expectNoAxeFindings('the page of a detector')
  closeChooser()
  await page.getByRole('button', { name: 'Update to 5.5' }).click()
  await expect.element(equipment()).toBeVisible()
})

it('the word goes as soon as the version is installed [T842]', { tags: 'rest' }, async () => {
  own()
  await world.publish('5.5', 500)
  await open()
  await expect.element(equipment()).toMatchTextContent(w.available)
  await connectSimulated()
  await update().click()
  await dialog(/restart/)
    .getByRole('button', { name: 'Yes, it restarted' })
    .click()
  await dialog(/complete/)
    .getByRole('button', { name: 'Done' })
    .click()
  await expect.element(equipment()).toBeVisible()
  await expect.element(equipment()).not.toMatchTextContent(w.available)
  await expect.element(equipment()).toMatchTextContent(/5\.5/)
})

it('says which versions come first [T850]', async () => {
  own({ available: { ...available, firstVersions: ['5.3'] } })
  await open(detectorPage)
  await expect.element(main()).toMatchTextContent(/5\.5 comes in two steps: first 5\.3, then 5\.5\./)
})

it('a detector is called by the name that its owner gave it, until they take it away [T843]', { tags: 'rest' }, async () => {
  own()
  await open(detectorPage)
  await page.getByRole('button', { name: 'Give it a name' }).click()
  const field = page.getByRole('dialog').getByLabelText('Name', { exact: true })
  await field.fill('  Beach ')
  await expectNoAxeFindings('naming a detector')
  await page.getByRole('dialog').getByRole('button', { name: w.save }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Beach')
  await expect.element(main()).toMatchTextContent('WS6 Master · 0A 1B 2C 3D 4E')
  await page.getByRole('button', { name: 'Change its name' }).click()
  await field.fill('')
  await page.getByRole('dialog').getByRole('button', { name: w.save }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('WS6 Master')
})

it('coils without a detector stand apart [T844]', { tags: 'rest' }, async () => {
  own()
  world.coils.push(coilOf(4, 'LOOSE123', bought))
  await open()
  await expect.element(page.getByRole('region', { name: w.loose })).toMatchTextContent('LOOSE123')
  await expect.element(page.getByRole('region', { name: w.loose }).getByRole('listitem')).toHaveLength(1)
  expect(equipment().element().textContent).not.toContain('LOOSE123')
  await expectNoAxeFindings('coils without a detector')
})

it('another person’s detector has no page, and the way back is there', { tags: 'rest' }, async () => {
  await open('/equipment/77')
  await expect.element(page.getByText('This detector is not in your list')).toBeVisible()
  await expectNoAxeFindings('no such detector')
})

it('one detector with three coils takes two screens of a phone at most, in the list and on its page [T845]', { tags: 'rest' }, async () => {
  await page.viewport(390, 844)
  own()
  await world.publish('5.5', 500, { changeLog: '- Quieter' })
  const [past] = world.updates
  if (past !== undefined) world.updates.push({ ...past, id: 2 }, { ...past, id: 3 })
  await open()
  await expect.element(equipment().getByRole('listitem')).toHaveLength(4)
  const { bottom } = equipment().element().getBoundingClientRect()
  expect(bottom + scrollY).toBeLessThanOrEqual(2 * innerHeight)
  await equipment().getByRole('link', { name: 'WS6 Master' }).click()
  await expect.element(page.getByRole('button', { name: 'I no longer have it' })).toBeVisible()
  await expect.element(page.getByText('What changed since 5.2')).toBeVisible()
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(2 * innerHeight)
})

it.each([
  ['teleco', 'Teleco'],
  ['ws6', 'WS6'],
  ['wsaII', 'WSAII-XL'],
  ['unknown', 'Aquatic'],
])('%s has one drawing, in its row and on its page [T846]', { tags: 'rest' }, async (family, typeName) => {
  own({ product: { id: 2, name: 'WS6 Master', typeName } })
  await open()
  await expect.poll(() => device()?.getAttribute('data-family')).toBe(family)
  const inRow = device()?.innerHTML
  await expect.poll(() => drawings().length).toBe(4)
  await equipment().getByRole('link', { name: 'WS6 Master' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => drawings().length).toBe(4)
  expect(device()?.innerHTML).toBe(inRow)
})

it('the tutorial of a detector draws it by the same hand, and opens at its family [T851]', { tags: 'rest' }, async () => {
  closeChooser()
  own()
  await open(detectorPage)
  await page.getByRole('button', { name: 'How to connect my detector' }).click()
  const tutorial = dialog('How to connect your detector')
  await expect.element(tutorial.getByRole('tab', { name: 'WS6', exact: true })).toHaveAttribute('aria-selected', 'true')
  await tutorial.getByRole('button', { name: 'Next' }).click()
  await expect.element(tutorial.getByText('2 / 6')).toBeVisible()
  const onPage = shapesIn('main svg[data-family=ws6]')
  expect(onPage.length).toBe(2)
  await expect.poll(() => shapesIn('[role=dialog] svg[role=img]')).toEqual(expect.arrayContaining(onPage))
})

it('nothing is said to be available while the update is to be finished', async () => {
  own({
    firmwareState: 'none',
    currentFirmware: null,
    lastUpdate: { id: 1, date: midnight(bought), firmware: { id: 9, versionName: '5.5', language: 'English' } },
  })
  await open(detectorPage)
  await expect.element(main()).toMatchTextContent('No firmware: the update was interrupted')
  await expect.element(page.getByRole('button', { name: 'Finish the update' })).toBeVisible()
  expect(main().element().textContent).not.toContain('available')
})
