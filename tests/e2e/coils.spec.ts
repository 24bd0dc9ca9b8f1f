import type { Locator, Page } from 'playwright/test'
import { freeWarranty, warrantyExtension } from '../../src/contract/warranty.ts'
import { pdf } from '../support/coils.ts'
import { axe } from './axe.ts'
import { account, coils, daysAgo, newSerial, picture, register, row, toast } from './coils.ts'
import { expect, signIn, test } from './portal.ts'

const invoice = { name: 'facture.pdf', mimeType: 'application/pdf', buffer: pdf }
const inFrench = (day: string) => day.split('-').toReversed().join('/')
const midnight = (day: string) => `${day}T00:00:00.000Z`
const freeUntil = (day: string) => inFrench(freeWarranty(midnight(day)).end.slice(0, 10))
const extendedUntil = (day: string) => inFrench(warrantyExtension(midnight(day)).end.slice(0, 10))

async function openEditor(page: Page, coilSerial: string): Promise<Locator> {
  await row(page, coilSerial)
    .getByRole('button', { name: `Edit ${coilSerial}` })
    .click()
  return page.getByRole('dialog', { name: `Edit coil ${coilSerial}` })
}

test('a coil is registered with its proof of purchase and shows its warranty', async ({ page }) => {
  const bought = daysAgo(3)
  const serial = newSerial()
  await signIn(page, account)
  await coils(page).getByRole('button', { name: 'Register a coil' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register a coil' })
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByText('This field is required')).toHaveCount(3)
  await expect(dialog.getByLabel('Serial number')).toBeFocused()

  await dialog.getByLabel('Serial number').fill(`${serial.slice(0, 4)}-${serial.slice(4).toLowerCase()}.`)
  await dialog.getByLabel('Purchase date').fill(inFrench(bought))
  await dialog.getByLabel('Proof of purchase').setInputFiles(invoice)
  await expect(dialog.locator('iframe[title="facture.pdf"]')).toBeVisible()
  await dialog.getByLabel('Proof of purchase').setInputFiles(picture)
  const preview = dialog.getByRole('img', { name: 'invoice.png' })
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await dialog.getByRole('button', { name: 'Register' }).click()

  await expect(toast(page, `Coil ${serial} registered`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(row(page, serial)).toContainText(`${inFrench(bought)} –`)
  await expect(row(page, serial)).toContainText(freeUntil(bought))
  await row(page, serial).getByRole('button', { name: 'View invoice.png' }).click()
  const shown = page.getByRole('dialog', { name: 'Proof of purchase' }).getByRole('img', { name: 'invoice.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('the purchase date is chosen in the calendar by keyboard, and cannot be in the future', async ({ page }) => {
  await signIn(page, account)
  await coils(page).getByRole('button', { name: 'Register a coil' }).click()
  const date = page.getByLabel('Purchase date')
  await date.fill('15/03/2024')
  await page.getByRole('button', { name: 'Open the calendar' }).click()
  await expect(page.getByRole('button', { name: /15 March 2024, selected$/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(date).toHaveValue('14/03/2024')
  await expect(page.getByRole('grid')).toBeHidden()

  await date.fill(inFrench(daysAgo(-3)))
  await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Invalid date')).toBeVisible()
})

test('a day that does not exist is refused on its field, without a request to the server', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await signIn(page, account)
  await coils(page).getByRole('button', { name: 'Register a coil' }).click()
  const dialog = page.getByRole('dialog')
  const date = dialog.getByLabel('Purchase date')
  await dialog.getByLabel('Serial number').fill(newSerial())
  await dialog.getByLabel('Proof of purchase').setInputFiles(picture)
  await expect(dialog.getByRole('img', { name: 'invoice.png' })).toBeVisible()
  for (const day of ['31/02/2024', '29/02/2023', '01/13/2024', '00/01/2024', '01/01/0000', '01/01/10000', '-1/01/2024', 'yesterday']) {
    await date.fill('15/03/2024')
    await date.fill(day)
    await dialog.getByRole('button', { name: 'Register' }).click()
    await expect(date, day).toHaveAccessibleDescription(/Invalid date/)
  }
  expect(asked.filter((url) => url.includes('createOrUpdateUserAccessory'))).toEqual([])
})

test('an error of the server is shown on its field and in a toast', async ({ page, request, expectComplaint }) => {
  expectComplaint('403')
  const { coilSerial } = await register(request)
  await signIn(page, account)
  await coils(page).getByRole('button', { name: 'Register a coil' }).click()
  const dialog = page.getByRole('dialog')
  const serial = dialog.getByLabel('Serial number')
  await serial.fill('abc')
  await dialog.getByLabel('Purchase date').fill(inFrench(daysAgo(20)))
  await dialog.getByLabel('Proof of purchase').setInputFiles({ ...invoice, buffer: Buffer.from('no document') })
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog.getByText('Invalid format')).toBeVisible()
  await expect(dialog.getByText('Choose a PNG or JPEG image or a PDF')).toBeVisible()

  await serial.fill(coilSerial)
  await dialog.getByLabel('Proof of purchase').setInputFiles(invoice)
  // The server checks the content.
  await expect(dialog.locator('iframe[title="facture.pdf"]')).toBeVisible()
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(serial).toHaveAccessibleDescription(/Serial number already exists\./)
  await expect(serial).toBeFocused()
  await expect(toast(page, 'Serial number already exists.')).toBeVisible()
})

test('a coil is edited, keeps its proof of purchase, and leaving with unsaved changes asks', async ({ page, request }) => {
  const { coilSerial } = await register(request)
  await signIn(page, account)
  const dialog = await openEditor(page, coilSerial)
  await expect(dialog.getByText('invoice.png')).toBeVisible()
  await dialog.getByLabel('Purchase date').fill('29/02/2024')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, coilSerial)).toContainText('28/02/2029')
  await expect(row(page, coilSerial).getByRole('button', { name: 'View invoice.png' })).toBeVisible()
})

test('a dialog with unsaved changes asks, however soon it is left after the last key press', async ({ page, request }) => {
  const { coilSerial } = await register(request)
  await signIn(page, account)
  const date = (await openEditor(page, coilSerial)).getByLabel('Purchase date')
  await date.focus()
  // Faster than anybody could: nothing is rendered between the two keys.
  await date.evaluate(async (input: HTMLInputElement) => {
    input.setRangeText('1')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
})

test('a code extends a warranty once, and an expired warranty is shown in red', async ({ page, request, expectComplaint }) => {
  expectComplaint('403')
  const bought = daysAgo(100)
  const { coilSerial } = await register(request, bought)
  const { coilSerial: oldSerial } = await register(request, '2012-06-30')
  await signIn(page, account)
  const ended = row(page, oldSerial).getByText('Expired on 30/06/2017')
  await expect(ended).toHaveClass(/text-destructive/)
  await expect(row(page, oldSerial).getByRole('button', { name: /^Extend/ })).toBeHidden()

  await row(page, coilSerial)
    .getByRole('button', { name: /^Extend/ })
    .click()
  const dialog = page.getByRole('dialog', { name: `Extend the warranty of coil ${coilSerial}` })
  await expect(dialog).toContainText('You have a maximum of 2 years after your purchase to claim a warranty')
  await dialog.getByRole('button', { name: 'Extend the warranty' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Warranty code').fill('0000 0000')
  await dialog.getByRole('button', { name: 'Extend the warranty' }).click()
  await expect(dialog.getByText('Invalid code')).toBeVisible()
  await dialog.getByLabel('Warranty code').fill('demo2026 coil 00000001')
  await dialog.getByRole('button', { name: 'Extend the warranty' }).click()

  await expect(toast(page, `Warranty extended to ${extendedUntil(bought)}`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(page, coilSerial)).toContainText('Warranty extended')
  await expect(row(page, coilSerial)).toContainText(extendedUntil(bought))
  await expect(row(page, coilSerial).getByRole('button', { name: /^Extend/ })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the lists and dialogs of coils (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    async function findNothing(where: string, part: string): Promise<void> {
      // The PDF viewer in a frame belongs to the browser.
      const { violations } = await axe(page).include(part).exclude('iframe').analyze()
      expect(violations, where).toEqual([])
    }
    await signIn(page, 'customer')
    await page.getByRole('button', { name: 'Français' }).click()
    const list = page.getByRole('region', { name: 'Mes disques' })
    await expect(list.getByText(/^Expirée le/)).toBeVisible()
    await findNothing('the lists', 'main')
    for (const [button, role] of [
      ['Ajouter un disque', 'dialog'],
      ['Modifier', 'dialog'],
      ['Prolonger la garantie', 'dialog'],
      ['Voir', 'dialog'],
      ['Supprimer', 'alertdialog'],
    ] as const) {
      await list.getByRole('button', { name: button }).first().click()
      await expect(page.getByRole(role)).toBeVisible()
      await findNothing(button, `[role=${role}]`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole(role)).toBeHidden()
    }
    await list.getByRole('button', { name: 'Prolonger la garantie' }).first().click()
    await expect(page.getByRole('dialog')).toContainText('Vous avez 2 ans au maximum pour acheter une extension de garantie')
  })
}
