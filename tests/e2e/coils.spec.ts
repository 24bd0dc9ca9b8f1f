import { freeWarranty } from '../../src/contract/warranty.ts'
import { pdf } from '../support/coils.ts'
import { account, daysAgo, inFrench, newSerial, pdfBrowser, picture, row, toast } from './coils.ts'
import { expect, signIn, test } from './portal.ts'

const invoice = { name: 'facture.pdf', mimeType: 'application/pdf', buffer: pdf }
const midnight = (day: string) => `${day}T00:00:00.000Z`
const freeUntil = (day: string) => inFrench(freeWarranty(midnight(day)).end.slice(0, 10))

test.use(pdfBrowser)

test('a coil is registered with its proof of purchase and shows its warranty', async ({ page }) => {
  const bought = daysAgo(3)
  const serial = newSerial()
  await signIn(page, account)
  await page.getByRole('button', { name: 'Register a coil' }).click()
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
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await dialog.getByRole('button', { name: 'Register' }).click()

  await expect(toast(page, `Coil ${serial} registered`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(row(page, serial)).toContainText(`${inFrench(bought)} –`)
  await expect(row(page, serial)).toContainText(freeUntil(bought))
  await row(page, serial).getByRole('button', { name: 'View invoice.png' }).click()
  const shown = page.getByRole('dialog', { name: 'Proof of purchase' }).getByRole('img', { name: 'invoice.png' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
})
