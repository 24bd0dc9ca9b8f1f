/** The built portal with its demo data and firmware for the drill's detector, signed in as its customer. */
import { type Page, request } from 'playwright'
import { firmwareFile, publish } from '../../e2e/detector.ts'
import type { BuiltServer } from '../../support/builtServer.ts'

/** `versions` maps each version to the length of its image in bytes. Returns the images. */
export async function publishAll(server: BuiltServer, versions: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Uint8Array>> {
  const calls = await request.newContext({ baseURL: server.url })
  const images = new Map<string, Uint8Array>()
  for (const [versionName, imageBytes] of versions) {
    const { file, image } = firmwareFile(imageBytes)
    await publish(calls, versionName, file)
    images.set(versionName, image)
  }
  await calls.dispose()
  return images
}

/** Opens the update page. */
export async function signInAsCustomer(page: Page, { url }: BuiltServer): Promise<void> {
  // Opens for customers who have never updated.
  const tutorial = page.getByRole('dialog', { name: /^(?:How to connect your detector|Comment connecter votre détecteur)$/ })
  await page.addLocatorHandler(tutorial, () => page.keyboard.press('Escape'))
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('customer@example.com')
  await page.getByLabel(/^(?:Password|Mot de passe)$/).fill('demo-Fieldport-2026')
  await page.getByRole('button', { name: /^(?:Sign in|Se connecter)$/ }).click()
  await page.waitForURL(/\/productUpdate\/index$/)
}
