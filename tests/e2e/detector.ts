/** Steps with firmware, server and simulated detector for the browser tests. */
import type { APIRequestContext, Page } from 'playwright/test'
import { imageOf } from '../support/imageOf.ts'
import { expect, password } from './portal.ts'

/** The product type that the simulated detector reports by default. */
const simulatedTypeId = 6

export async function bearer(request: APIRequestContext, account: string): Promise<Record<string, string>> {
  const answer = await request.post('/backend/api/login', { data: { username: `${account}@example.com`, password } })
  expect(answer.ok()).toBe(true)
  // The contract's login session.
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { Authorization: `Bearer ${token}` }
}

/** A firmware file whose image has this length, plus the 16 bytes that are never sent. */
export function firmwareFile(imageLengthBytes: number, seed = imageLengthBytes): { file: Uint8Array; image: Uint8Array } {
  const file = imageOf(imageLengthBytes + 16, seed)
  return { file, image: file.slice(0, imageLengthBytes) }
}

/** Publishes a firmware for the simulated detector's product, by API as an administrator; or leaves it a draft. Returns its id. */
export async function publish(request: APIRequestContext, versionName: string, file: Uint8Array, isActive = true): Promise<number> {
  const headers = await bearer(request, 'admin')
  const found = await request.post('/backend/userProduct/getOrCreate', {
    headers,
    form: { serialNumber: 'FFFFFFFFFF', materialVersion: '1', protocolVersion: '1', productTypeId: String(simulatedTypeId) },
  })
  expect(found.ok(), await found.text()).toBe(true)
  // The contract's user product.
  const { product } = (await found.json()) as { product: { id: number } }
  return addVersion(request, { model: product, versionName, file, isActive }, headers)
}

type Version = { model: { readonly id: number }; versionName: string; file: Uint8Array; isActive: boolean }

/** By API as an administrator: offered to all owners, or left a draft. Returns the id of its firmware. */
export async function addVersion(
  request: APIRequestContext,
  { model, versionName, file, isActive }: Version,
  headers?: Record<string, string>,
): Promise<number> {
  const added = await request.post('/backend/firmware', {
    headers: headers ?? (await bearer(request, 'admin')),
    multipart: {
      versionName,
      language: 'English',
      isBetaTest: 'false',
      isActive: String(isActive),
      selectedProductIds: String(model.id),
      file: { name: `${versionName}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) },
    },
  })
  expect(added.ok(), await added.text()).toBe(true)
  // The contract's answer to a saved record.
  return ((await added.json()) as { id: number }).id
}

/** Faults of src/device/simulator; those that are `undefined` keep their value. */
export async function setFaults(page: Page, faults: Record<string, unknown>): Promise<void> {
  await page.waitForFunction(() => window.simulatedDetector !== undefined)
  await page.evaluate((wanted) => window.simulatedDetector?.set(wanted), faults)
}

/** The part of the page with the next step. */
export const nextStep = (page: Page) => page.getByRole('region', { name: /^(?:Next step|Prochaine étape)$/ })

/** The button that starts an update, whatever its label. */
export const update = (page: Page) =>
  nextStep(page).getByRole('button', { name: /^(?:Update to|Install|Finish the update|Passer à|Installer|Réinstaller|Terminer)/ })

/** The line with the installed firmware and the one to install. */
export const headline = (page: Page) => nextStep(page).getByRole('heading', { level: 2 })

/** Opens one of the folds below the next step. */
export async function openFold(page: Page, name: string | RegExp): Promise<void> {
  await nextStep(page).getByText(name).click()
}

/** Chooses another version than the first one offered. */
export async function chooseVersion(page: Page, option: { index: number } | string): Promise<void> {
  await openFold(page, 'Other versions and languages')
  await nextStep(page).getByLabel('Version').selectOption(option)
}

export async function connectSimulated(page: Page): Promise<void> {
  // Opens for users who have never updated, and closes by itself once a detector connects: its close button may be gone when it is looked for.
  const tutorial = page.getByRole('dialog', { name: /^(?:How to connect your detector|Comment connecter votre détecteur)$/ })
  await page.addLocatorHandler(tutorial, () => page.keyboard.press('Escape'))
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect(update(page)).toBeVisible()
}

/** Waits until the checks of the detector and its link have finished. */
export async function expectChecked(page: Page): Promise<void> {
  await expect(nextStep(page).getByText(/checks? passed|checks? needs? your attention/)).toBeVisible()
}

/** The content of the detector's flash. */
export async function readFlash(page: Page): Promise<Uint8Array> {
  const numbers = await page.evaluate(() => Array.from(window.simulatedDetector?.flash() ?? []))
  return Uint8Array.from(numbers)
}
