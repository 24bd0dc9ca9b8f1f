import { connectSimulated, firmwareFile, readFlash, setFaults, nextStep, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { offerAsked } from './releaseSteps.ts'
import { rowsOf, searchFor, signOut } from './staff.ts'

const imageLengthBytes = 262_144

test(
  'staff publish a firmware, a customer installs it byte for byte, and staff see it counted',
  { tag: '@convincing' },
  async ({ page, expectComplaint }) => {
    // Requests that are still running when the user signs out.
    expectComplaint('401')
    const { file, image } = firmwareFile(imageLengthBytes)
    await signIn(page, 'admin')
    await page.goto('/firmware/create')
    await page.getByLabel('Version').fill('7.0')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'English' }).click()
    await page.getByLabel('File').setInputFiles({ name: 'WS6_7.0.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
    await page.getByRole('combobox', { name: 'Products' }).click()
    await page.getByRole('option', { name: 'WS6 Master' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Change log').fill('## New\n\n- **Louder** in the rain')
    await expect(page.getByRole('figure', { name: 'Preview' }).getByRole('listitem')).toHaveText('Louder in the rain')
    await page.getByLabel('Active', { exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Firmware added')).toBeVisible()
    await offerAsked(page, '7.0')
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
  },
)

test('an upload can be stopped, and the form keeps its values', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/firmware/create')
  await page.getByLabel('Version').fill('9.9')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
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
