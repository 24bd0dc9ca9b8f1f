/** The app at a server from before releases, as during an upgrade or after one was taken back: all works, and nothing it lacks is asked for twice. */
import type { Page } from 'playwright/test'
import { startServerBeforeReleases } from '../support/serverBeforeReleases.ts'
import { connectSimulated, firmwareFile, nextStep, publish, readFlash, setFaults, update } from './detector.ts'
import { recordsOf, seeItThrough } from './field.ts'
import { expect, signIn, test as base } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'

const test = base.extend<{ older: Awaited<ReturnType<typeof startServerBeforeReleases>> }>({
  older: async ({ server }, use) => {
    const older = await startServerBeforeReleases(server.url)
    await use(older)
    older.close()
  },
  baseURL: async ({ older }, use) => use(older.url),
})

/** In Chromium's console: a call that it lacks, and a field. */
const [loggedMissing, loggedRefusal] = ['status of 404', 'status of 400']

const openFirmwares = (page: Page) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Firmwares', exact: true }).click()
const active = (page: Page) => page.getByLabel('Active', { exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('staff add, change and delete a firmware in one visit, and have releases once the server is upgraded', async ({
  page,
  older,
  expectComplaint,
}) => {
  expectComplaint(loggedMissing)
  await signIn(page, 'admin')
  // Both of the dashboard, at once. By the first that is refused, the page knows of all others that it lacks.
  const missing = ['GET /backend/proofCheck/getSummary', 'GET /backend/release/getStopped']
  await expect.poll(() => older.refused().toSorted()).toEqual(missing)
  await openFirmwares(page)
  await page.getByRole('link', { name: 'Add a firmware' }).click()
  await page.getByLabel('Version', { exact: true }).fill('51.1')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await page.keyboard.press('Escape')
  const padding = { name: 'padding.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(262_144) }
  await page.getByLabel('File').setInputFiles(padding)
  await page.getByRole('textbox', { name: 'Type the version to confirm: 51.1' }).fill('51.1')
  await expect(active(page)).toHaveAccessibleDescription('Offered to the customers of these products right away.')
  await active(page).check()
  await save(page)
  await expect(page.getByText('Firmware added')).toBeVisible()
  await expect(page.getByText('padding.bin')).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(active(page)).toBeChecked()
  await active(page).uncheck()
  await page.getByLabel('Change log').fill('Louder in the rain')
  await save(page)
  await expect(page.getByRole('definition').filter({ hasText: 'Louder in the rain' })).toBeVisible()

  await openFirmwares(page)
  await searchFor(page, '51.1')
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page)
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(older.refused().toSorted()).toEqual(missing)

  older.upgrade()
  await rowsOf(page).getByRole('link', { name: '51.1', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Release 51.1' })).toBeVisible()
  await openFirmwares(page)
  await page.getByRole('link', { name: 'Add a firmware' }).click()
  await expect(active(page)).toHaveAccessibleDescription('Asked about on the next page, after it is saved.')
})

test('a customer installs three versions in one visit, the first recorded late', async ({ page, request, older, expectComplaint }) => {
  for (const part of [loggedMissing, loggedRefusal, 'ERR_FAILED']) expectComplaint(part)
  const versions = ['52.1', '52.2', '52.3']
  const publishNext = async () => {
    const versionName = versions.shift()
    if (versionName === undefined) return undefined
    const { file, image } = firmwareFile(20_000, 520 + versions.length)
    await publish(request, versionName, file)
    return { versionName, image }
  }
  let isLate = true
  await page.route(/\/productUpdate$/, (route) => (isLate ? route.abort() : route.continue()))
  let offered = await publishNext()
  await signIn(page, 'customer')
  while (offered !== undefined) {
    const { versionName, image } = offered
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0, eraseMs: 0 })
    await expect(nextStep(page)).toContainText(versionName)
    await update(page).click()
    await expect(page.getByRole('dialog', { name: 'Did your detector restart?' })).toBeVisible()
    // What is offered is asked again as an update ends.
    offered = await publishNext()
    isLate = false
    await seeItThrough(page)
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    await expect.poll(() => recordsOf(request, versionName)).toMatchObject([{ success: true }])
    await nextStep(page).getByRole('button', { name: 'Dismiss' }).click()
  }
  expect(older.refused()).toEqual(['GET /backend/publishedNews/countUnread', 'POST /backend/productUpdate isSimulated'])
})
