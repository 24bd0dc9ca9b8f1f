import { connectSimulated, firmwareFile, readFlash, setFaults, nextStep, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { expectNoAxeFindingsOn, rowsOf, searchFor, signOut } from './staff.ts'
import { readIn } from './words.ts'

const imageLengthBytes = 262_144

test('staff publish a firmware, a customer installs it byte for byte, and staff see it counted', async ({ page, expectComplaint }) => {
  // Requests that are still running when the user signs out.
  expectComplaint('401')
  const { file, image } = firmwareFile(imageLengthBytes)
  await signIn(page, 'admin')
  await page.goto('/firmware/create')
  await page.getByLabel('Version').fill('7.0')
  await page.getByRole('textbox', { name: 'Language' }).fill('English')
  await page.getByLabel('File').setInputFiles({ name: 'WS6_7.0.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Change log').fill('## New\n\n- **Louder** in the rain')
  await expect(page.getByRole('figure', { name: 'Preview' }).getByRole('listitem')).toHaveText('Louder in the rain')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firmware added')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Louder' }).locator('strong')).toHaveText('Louder')
  await expect(page.getByText('0, of which 0 successful')).toBeVisible()
  const shown = page.url()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download WS6_7.0.bin' }).click()
  expect((await downloading).suggestedFilename()).toBe('WS6_7.0.bin')
  await signOut(page)

  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0 })
  await expect(nextStep(page)).toContainText('7.0')
  await update(page).click()
  await page.getByRole('dialog', { name: 'Did your detector restart?' }).getByRole('button', { name: 'Yes, it restarted' }).click()
  const done = page.getByRole('dialog', { name: 'The update is complete' })
  await expect(done).toContainText('7.0')
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toContainText('7.0')
  await signOut(page)

  await signIn(page, 'admin')
  await page.goto(shown)
  await expect(page.getByText('1, of which 1 successful')).toBeVisible()
  await page.goto('/firmware/index')
  await searchFor(page, '7.0')
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page).getByRole('cell').nth(5)).toHaveText('1')
})

test('a firmware is refused, edited, filtered, deleted and restored', async ({ page, expectComplaint }) => {
  expectComplaint('403')
  await signIn(page, 'backoffice')
  await page.goto('/firmware/create')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await page.getByLabel('Version').fill('8.0')
  await page.getByRole('textbox', { name: 'Language' }).fill('Français')
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)])
  await page.getByLabel('File').setInputFiles({ name: 'a.bin', mimeType: 'application/octet-stream', buffer: zip })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not a firmware file')).toBeVisible()
  const { file } = firmwareFile(1000)
  await page.getByLabel('File').setInputFiles({ name: 'WS6_8.0.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  await page.getByLabel('Beta test').click()
  await page.getByRole('combobox', { name: 'Beta groups' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('field')
  await page.getByRole('option', { name: 'WS6 field testers' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firmware added')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'WS6 field testers' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('WS6_8.0.bin')).toBeVisible()
  await page.getByLabel('Active').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firmware modified')).toBeVisible()

  await page.goto('/firmware/index')
  await page.getByLabel('Status').selectOption('Inactive')
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete 8.0 (Français)' }).click()
  await page.getByRole('alertdialog', { name: 'Delete firmware 8.0 (Français)?' }).getByRole('button', { name: 'Delete' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear: Status' }).click()
  await expect(page).toHaveURL(/\/firmware\/index$/)

  await page.getByRole('button', { name: 'Released' }).last().waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Released' }).first().click()
  await page.getByRole('dialog', { name: 'Released' }).getByRole('grid').waitFor()
})

test('an upload can be stopped, and the form keeps its values', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/firmware/create')
  await page.getByLabel('Version').fill('9.9')
  await page.getByRole('textbox', { name: 'Language' }).fill('English')
  const { file } = firmwareFile(5000)
  await page.getByLabel('File').setInputFiles({ name: 'WS6_9.9.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
  // The server never responds.
  await page.route('**/backend/firmware', () => undefined)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByLabel('Version')).toHaveValue('9.9')
  await page.unroute('**/backend/firmware')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Firmware added')).toBeVisible()
})

for (const [locale, colorScheme] of [
  ['fr', 'light'],
  ['en', 'dark'],
] as const) {
  test(`axe finds nothing on the screens of firmwares and users, in ${locale} and ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(page, 'admin')
    await readIn(page, locale)
    await expectNoAxeFindingsOn(page, [
      '/firmware/index',
      '/firmware/show/14',
      '/firmware/edit/14',
      '/user/index',
      '/user/show/4',
      '/user/edit/6',
    ])
  })
}
