/**
 * Connections, computers and pages that are not what they seem, each once: it happens, the page tells it, and a person brings the update to its
 * end by what the page offers. Every one ends with the whole image on the detector, and no update's record left open.
 */
import { request } from 'playwright'
import { bearer } from '../../e2e/detector.ts'
import { type BuiltServer, startBuiltServer } from '../../support/builtServer.ts'
import { computerStates } from './computerStates.ts'
import { connectionStates } from './connectionStates.ts'
import { createDetector } from './detector.ts'
import { foreignStates } from './foreignStates.ts'
import { type HidBrowser, startHidBrowser } from './hidBrowser.ts'
import { publishAll, signInAsCustomer } from './portalPage.ts'
import { createWorld, firmwares, until } from './world.ts'

const states = { ...connectionStates, ...computerStates, ...foreignStates }

export type StateResult = { readonly name: string; readonly told: string; readonly pressed: readonly string[]; readonly isWhole: boolean }

/** In another browser: HID is forbidden there by its settings. */
async function playForbidden(server: BuiltServer, browser: HidBrowser): Promise<string> {
  const forbidden = 2
  const other = await browser.openOther({ preferences: { profile: { default_content_setting_values: { hid_guard: forbidden } } } })
  await signInAsCustomer(other.page, server)
  await other.page.getByRole('button', { name: 'Connect my detector', exact: true }).first().click()
  await other.page.getByText('allow HID devices').waitFor({ timeout: 20_000 })
  await other.page.getByLabel('Policy').waitFor()
  const told = await other.page.getByText('This browser does not let this site ask for a detector.').innerText()
  await other.stop()
  return told
}

export async function playStates(only: string | undefined, log: (line: string) => void): Promise<readonly StateResult[]> {
  const server = await startBuiltServer()
  const results: StateResult[] = []
  try {
    const images = await publishAll(server, firmwares)
    for (const [name, play] of Object.entries(states)) {
      if (only !== undefined && !name.includes(only)) continue
      const browser = await startHidBrowser()
      try {
        const detector = createDetector(browser.bus)
        const world = createWorld(server, browser, detector)
        await signInAsCustomer(browser.page, server)
        const told = await played(server, play(world)).catch(async (error: unknown) => {
          log(`${name}: ${error instanceof Error ? error.message : String(error)}`)
          log(
            await browser.page
              .locator('body')
              .innerText()
              .catch(() => 'no page'),
          )
          return 'FAILED'
        })
        const flash = detector.bootloader.flash()
        const isWhole = told !== 'FAILED' && [...images.values()].some((image) => Buffer.from(image).equals(flash))
        results.push({ name, told, pressed: world.pressed, isWhole: isWhole && detector.bootloader.hasValidApplication() })
        log(`${name}: ${told} (pressed: ${world.pressed.join(', ')}), ${isWhole ? 'whole' : 'NOT WHOLE'}`)
      } finally {
        await browser.stop()
      }
    }
    if (only === undefined || 'forbidden'.includes(only)) {
      const browser = await startHidBrowser()
      const told = await playForbidden(server, browser).catch((error: unknown) => `FAILED: ${String(error)}`)
      results.push({ name: 'HID forbidden', told, pressed: [], isWhole: !told.startsWith('FAILED') })
      log(`HID forbidden: ${told}`)
      await browser.stop()
    }
    return results
  } finally {
    await server.dispose()
  }
}

/** What was told, once the server has the result of every update. */
async function played(server: BuiltServer, play: Promise<string>): Promise<string> {
  const told = await play
  const calls = await request.newContext({ baseURL: server.url })
  const headers = await bearer(calls, 'customer')
  await until('an end of every record', async () => {
    const answer = await calls.get('/backend/productUpdate/getProductUpdatesForUser', { headers })
    // The contract's product updates.
    return ((await answer.json()) as { success: boolean | null }[]).every(({ success }) => success !== null)
  })
  await calls.dispose()
  return told
}
