/**
 * Connections that fail without an unplug, each once: it happens, the page tells it, and a person brings the update to its end by what
 * the page offers. Every one ends with the whole image on the detector.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { type BuiltServer, startBuiltServer } from '../../support/builtServer.ts'
import { createDetector, type Detector } from './detector.ts'
import { type FaultPlan, type Incident, noFaults } from './faultPlan.ts'
import { type HidBrowser, startHidBrowser } from './hidBrowser.ts'
import { createPerson, type Person } from './person.ts'
import { publishAll, signInAsCustomer } from './portalPage.ts'

const withinMs = 120_000
/** About 4 s and 16 s of programming. */
const imageBytes = 48_000
const longImageBytes = 192_000
const [firstVersion, secondVersion] = ['21.1', '21.2']

export type StateResult = { readonly name: string; readonly told: string; readonly pressed: readonly string[]; readonly isWhole: boolean }

type World = {
  readonly server: BuiltServer
  readonly browser: HidBrowser
  readonly page: Page
  readonly person: Person
  readonly detector: Detector
  readonly nextStep: Locator
  readonly dialog: Locator
  readonly pressed: string[]
  /** Waits until it is shown, and returns it. */
  readonly see: (text: string | RegExp, where?: Page) => Promise<string>
  readonly finish: () => Promise<void>
}

/** Each returns what the page has told. */
const states: Readonly<Record<string, (world: World) => Promise<string>>> = {
  async 'a node that cannot be opened, before any could be'(world) {
    const { browser, detector, finish, nextStep, see, page } = world
    await browser.bus.refuseOpen(true)
    await plugIn(world, {})
    await pressAndChoose(world, 'Connect my detector')
    const told = await see('Your system does not allow the browser to access the detector.')
    await page.getByLabel('udev rule').waitFor()
    await browser.bus.refuseOpen(false)
    await detector.pull()
    await detector.plugIn()
    await nextStep.getByRole('button', { name: 'Try again' }).click()
    await finish()
    return told
  },
  async 'a node that cannot be opened, and could be before'(world) {
    await connected(world, {})
    await world.browser.bus.refuseOpen(true)
    await world.page.getByRole('button', { name: 'Disconnect' }).click()
    await world.page
      .getByRole('button', { name: /^(?:Connect my|Reconnect the) detector$/ })
      .first()
      .click()
    const told = await world.see('Another program is using the detector. Close it and try again.')
    await world.browser.bus.refuseOpen(false)
    await world.finish()
    return told
  },
  async 'permission is taken back while it programs'(world) {
    await connected(world, {})
    await begin(world)
    await untilPercent(world.page, 40)
    const other = await world.page.context().newPage()
    await other.goto(`${world.server.url}/readyz`)
    await other.evaluate(async () => {
      for (const device of await navigator.hid.getDevices()) await device.forget()
    })
    await other.close()
    return seeLost(world)
  },
  async 'a handle dies while it programs'(world) {
    await connected(world, { incidents: [at('program', 0.4, { kind: 'deadHandle' })] })
    await begin(world)
    return seeLost(world)
  },
  async 'a handle dies while nothing is under way'(world) {
    await connected(world, {})
    await world.see(/checks? (?:passed|needs?)/)
    const told = world.see('The browser has lost the detector')
    void world.browser.bus.killHandles(told.catch(() => {}))
    await checkAgain(world)
    await told
    await world.finish()
    return told
  },
  async 'another browser updates it'(world) {
    await connected(world, {})
    const other = await world.browser.openOther()
    const person = createPerson(other, world.detector)
    await signInAsCustomer(other.page, world.server)
    await person.connect(withinMs)
    await person.chooseVersion(secondVersion)
    const ended = person.updateUntilComplete(withinMs, () => {})
    await untilPercent(other.page, 25)
    await checkAgain(world)
    const told = await world.see('Another browser or program is updating this detector')
    await ended
    await other.stop()
    await world.see(secondVersion)
    await world.finish()
    return told
  },
  async 'one detector has two interfaces'(world) {
    await connected(world, { hasMutedInterface: true })
    await world.finish()
    return 'nothing'
  },
  async 'the bootloader is another USB product'(world) {
    await connected(world, { jumps: true })
    await begin(world)
    const told = await world.see('Choose your detector once more')
    await world.finish()
    return told
  },
  async 'numbered reports'(world) {
    await plugIn(world, { hasNumberedReports: true, hasUsbSerial: false })
    await pressAndChoose(world, 'Connect my detector')
    const told = await world.see(/This detector uses numbered USB reports/)
    await world.detector.plan(noFaults)
    await world.detector.plugIn()
    await world.finish()
    return told
  },
  async 'the browser is killed while it programs, and the page opened again'(world) {
    await connected(world, {})
    await begin(world)
    await untilPercent(world.page, 40)
    const other = await world.page.context().newPage()
    await world.page.close()
    await other.goto(`${world.server.url}/productUpdate/index`)
    const told = await world.see(/interrupted|stopped/, other)
    const person = createPerson({ page: other, screen: world.browser.screen }, world.detector)
    await person.updateUntilComplete(withinMs, (button) => world.pressed.push(button))
    return told
  },
}

/** In another browser: HID is forbidden there by its settings. */
async function playForbidden(server: BuiltServer, browser: HidBrowser): Promise<string> {
  const forbidden = 2
  const other = await browser.openOther({ profile: { default_content_setting_values: { hid_guard: forbidden } } })
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
    const images = await publishAll(
      server,
      new Map([
        [firstVersion, imageBytes],
        [secondVersion, longImageBytes],
      ]),
    )
    for (const [name, play] of Object.entries(states)) {
      if (only !== undefined && !name.includes(only)) continue
      const browser = await startHidBrowser()
      try {
        const detector = createDetector(browser.bus)
        const world = createWorld(server, browser, detector)
        await signInAsCustomer(browser.page, server)
        const told = await play(world).catch(async (error: unknown) => {
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

function createWorld(server: BuiltServer, browser: HidBrowser, detector: Detector): World {
  const { page } = browser
  const pressed: string[] = []
  const person = createPerson(browser, detector)
  const nextStep = page.getByRole('region', { name: 'Next step', exact: true })
  return {
    server,
    browser,
    page,
    person,
    detector,
    pressed,
    nextStep,
    dialog: page.getByRole('dialog'),
    see: async (text, where = page) => {
      const found = where.getByText(text).first()
      await found.waitFor({ timeout: 30_000 })
      return found.innerText()
    },
    finish: async () => void (await person.updateUntilComplete(withinMs, (button) => pressed.push(button))),
  }
}

async function plugIn({ detector }: World, plan: Partial<FaultPlan>): Promise<void> {
  await detector.plan({ ...noFaults, ...plan })
  detector.bootloader.replaceFlash(new Uint8Array(1_000))
  await detector.plugIn()
}

async function connected(world: World, plan: Partial<FaultPlan>): Promise<void> {
  await plugIn(world, plan)
  await world.person.connect(withinMs)
  await world.person.chooseVersion(firstVersion)
}

async function begin({ nextStep }: World): Promise<void> {
  await nextStep.getByRole('button', { name: /^(?:Update to|Install|Finish the update)/ }).click({ timeout: 30_000 })
}

async function checkAgain({ nextStep }: World): Promise<void> {
  await nextStep.getByText(/checks? (?:passed|needs?)/).click()
  await nextStep.getByRole('button', { name: 'Check again' }).click()
}

/** Presses it, and chooses the only device of the chooser. */
async function pressAndChoose({ page, nextStep, browser }: World, button: string): Promise<void> {
  await nextStep.getByRole('button', { name: button }).click()
  while (await page.evaluate(() => document.hasFocus())) await delay(50)
  await delay(700)
  await browser.screen.press('Tab', 'Down', 'Return')
}

async function seeLost(world: World): Promise<string> {
  const told = await world.see('The browser has lost the detector.')
  const text = await world.dialog.innerText()
  if (/cable|battery/.test(text)) throw new Error(`it names a cause that is none: ${text}`)
  await world.finish()
  return told
}

async function untilPercent(page: Page, percent: number): Promise<void> {
  const shown = page.getByRole('dialog').getByText(/^\d+%$/)
  while (Number.parseInt((await shown.innerText({ timeout: 30_000 }).catch(() => '0')) || '0', 10) < percent) await delay(50)
}

function at(command: Incident['at'], share: number, what: { readonly kind: 'deadHandle' }): Incident {
  return { at: command, share, nth: 1, ...what }
}
