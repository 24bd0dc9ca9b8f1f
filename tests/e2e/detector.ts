/** What the browser tests do with a firmware, a server and the simulated detector. */
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, password } from './portal.ts'

/** The product type of the family that the simulated detector reports by default. */
const simulatedTypeId = 6

export async function bearer(request: APIRequestContext, account: string): Promise<Record<string, string>> {
  const answer = await request.post('/backend/api/login', { data: { username: `${account}@example.com`, password } })
  expect(answer.ok()).toBe(true)
  // The contract's login session.
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { Authorization: `Bearer ${token}` }
}

/** Bytes that repeat for a seed (a linear congruential generator), so that a failure can be seen again. */
function pseudoRandomBytes(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let state = seed >>> 0
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[index] = state >>> 24
  }
  return bytes
}

/** A firmware file whose image has this length, and the 16 bytes that are never sent. */
export function firmwareFile(imageLengthBytes: number, seed = imageLengthBytes): { file: Uint8Array; image: Uint8Array } {
  const file = pseudoRandomBytes(imageLengthBytes + 16, seed)
  return { file, image: file.slice(0, imageLengthBytes) }
}

/** Publishes a firmware for the simulated detector's product, as an administrator would by API. */
export async function publish(request: APIRequestContext, versionName: string, file: Uint8Array): Promise<void> {
  const headers = await bearer(request, 'admin')
  const found = await request.post('/backend/userProduct/getOrCreate', {
    headers,
    form: { serialNumber: 'FFFFFFFFFF', materialVersion: '1', protocolVersion: '1', productTypeId: String(simulatedTypeId) },
  })
  expect(found.ok(), await found.text()).toBe(true)
  // The contract's user product.
  const { product } = (await found.json()) as { product: { id: number } }
  const created = await request.post('/backend/firmware', {
    headers,
    multipart: {
      versionName,
      language: 'English',
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: String(product.id),
      file: { name: `${versionName}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) },
    },
  })
  expect(created.ok(), await created.text()).toBe(true)
}

/** Faults as src/device/simulator understands them; `undefined` ones keep their value. */
export async function setFaults(page: Page, faults: Record<string, unknown>): Promise<void> {
  await page.waitForFunction(() => window.simulatedDetector !== undefined)
  await page.evaluate((wanted) => window.simulatedDetector?.set(wanted), faults)
}

/** Where the page says what to do now. */
export const nextStep = (page: Page) => page.getByRole('region', { name: /^(?:Next step|Prochaine étape)$/ })

/** The button that begins an update, whatever it is called in the detector's state. */
export const update = (page: Page) =>
  nextStep(page).getByRole('button', { name: /^(?:Update to|Install|Finish the update|Passer à|Installer|Réinstaller|Terminer)/ })

/** What the next step says of the firmware on the detector and of the one to install. */
export const headline = (page: Page) => nextStep(page).getByRole('heading', { level: 2 })

/** Opens one of the folds beneath the next step. */
export async function openFold(page: Page, name: string | RegExp): Promise<void> {
  await nextStep(page).getByText(name).click()
}

/** Chooses another version than the one that is offered first. */
export async function chooseVersion(page: Page, option: { index: number } | string): Promise<void> {
  await openFold(page, 'Other versions and languages')
  await nextStep(page).getByLabel('Version').selectOption(option)
}

export async function connectSimulated(page: Page): Promise<void> {
  // Stands in the way of somebody who has never updated anything.
  const tutorial = page.getByRole('dialog', { name: /^(?:How to connect your detector|Comment connecter votre détecteur)$/ })
  await page.addLocatorHandler(tutorial, () => tutorial.getByRole('button', { name: /^(?:Close|Fermer)$/ }).click())
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect(update(page)).toBeVisible()
}

/** What is wrong with the detector and its link has been looked for. */
export async function expectChecked(page: Page): Promise<void> {
  await expect(nextStep(page).getByText(/checks? passed|checks? needs? your attention/)).toBeVisible()
}

/** What the detector has in its flash, as the maker's service would read it back. */
export async function readFlash(page: Page): Promise<Uint8Array> {
  const numbers = await page.evaluate(() => Array.from(window.simulatedDetector?.flash() ?? []))
  return Uint8Array.from(numbers)
}
