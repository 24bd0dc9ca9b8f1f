/** The purchase of a coil: its proof, its purchase date, and what is refused. */
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type CoilOwner,
  coilOf,
  coilRow,
  createCoilOwner,
  daysAgo,
  freeUntil,
  inFrench,
  invoice,
  picture,
  toast,
} from '../../../../../tests/component/coils.ts'
import { openApp } from '../../../../../tests/component/render.tsx'

let world: CoilOwner

beforeEach(() => {
  world = createCoilOwner()
})

const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabelText(label, { exact: true })

async function openPurchase() {
  const app = await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await page.getByRole('button', { name: 'Register a coil' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Register a coil' })).toBeVisible()
  return app
}

it('a coil is registered with its proof and shows its warranty [T101]', async () => {
  const bought = daysAgo(3)
  // The headless shell shows no PDF; tests/e2e/coils.spec.ts has a browser that does.
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'pdfViewerEnabled'))
  await openPurchase()
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(dialog().getByText('This field is required')).toHaveLength(3)
  await expect.element(field('Serial number')).toHaveFocus()
  await field('Serial number').fill('e2e0-ab12.')
  await field('Purchase date').fill(inFrench(bought))
  await field('Proof of purchase').upload(invoice)
  await expect.poll(() => document.querySelector('iframe[title="facture.pdf"]')).not.toBeNull()
  await field('Proof of purchase').upload(picture)
  await expect.poll(() => document.querySelector<HTMLImageElement>('img[alt="invoice.png"]')?.naturalWidth).toBe(1)
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(toast('Coil E2E0AB12 registered')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(coilRow('E2E0AB12')).toMatchTextContent(`${inFrench(bought)} –`)
  await expect.element(coilRow('E2E0AB12')).toMatchTextContent(freeUntil(bought))
  await coilRow('E2E0AB12').getByRole('button', { name: 'View invoice.png' }).click()
  const proof = page.getByRole('dialog', { name: 'Proof of purchase' })
  await expect.poll(() => proof.getByRole('img', { name: 'invoice.png' }).query()).toHaveProperty('naturalWidth', 1)
})

it('shows the server’s errors on their fields and in a toast [T300]', { tags: 'rest' }, async () => {
  world.coils.push(coilOf(1, 'E2E1AB12', daysAgo(100)))
  await openPurchase()
  await field('Serial number').fill('abc')
  await field('Purchase date').fill(inFrench(daysAgo(20)))
  await field('Proof of purchase').upload(new File(['no document'], 'facture.pdf', { type: 'application/pdf' }))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(dialog().getByText('Invalid format')).toBeVisible()
  await expect.element(dialog().getByText('Choose a PNG or JPEG image or a PDF')).toBeVisible()
  await field('Serial number').fill('E2E1AB12')
  await field('Proof of purchase').upload(picture)
  // Its content is looked at before it is taken.
  await expect.element(dialog().getByRole('img', { name: 'invoice.png' })).toBeInTheDocument()
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(field('Serial number')).toHaveAccessibleDescription(/Serial number already exists\./)
  await expect.element(field('Serial number')).toHaveFocus()
  await expect.element(toast('Serial number already exists.')).toBeVisible()
})

it('the purchase date can be chosen in the calendar by keyboard, and cannot be in the future [T272]', { tags: 'rest' }, async () => {
  await openPurchase()
  await field('Purchase date').fill('15/03/2024')
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await expect.element(page.getByRole('button', { name: /15 March 2024, selected$/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(field('Purchase date')).toHaveValue('14/03/2024')
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  // Now without a moment in which its parts are loaded.
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await expect.element(page.getByRole('button', { name: /14 March 2024, selected$/ })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('grid')).not.toBeInTheDocument()
  await field('Purchase date').fill(inFrench(daysAgo(-3)))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(page.getByText('This date is in the future.')).toBeVisible()
})

it('a day that does not exist is refused without a call to the server', { tags: 'rest' }, async () => {
  const { sent } = await openPurchase()
  await field('Serial number').fill('E2E2AB12')
  await field('Proof of purchase').upload(picture)
  await expect.element(dialog().getByRole('img', { name: 'invoice.png' })).toBeInTheDocument()
  const date = field('Purchase date')
  const faults = {
    'This day does not exist.': ['31/02/2024', '29/02/2023', '01/13/2024', '00/01/2024'],
    'Enter a date from 1900 on as dd/mm/yyyy, for example 15/03/2024.': ['01/01/0000', '01/01/10000', '-1/01/2024', 'yesterday'],
  }
  for (const [fault, days] of Object.entries(faults))
    for (const day of days) {
      await date.fill('15/03/2024')
      await date.fill(day)
      await dialog().getByRole('button', { name: 'Register' }).click()
      await expect.element(date, { message: day }).toHaveAccessibleDescription(expect.stringContaining(fault))
    }
  expect(sent('accessory.createOrUpdateUserAccessory')).toEqual([])
})
