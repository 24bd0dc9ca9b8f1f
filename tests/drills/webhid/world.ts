/** What a state of a connection is played with: a browser, its page, the person before it, the detector and the server. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import type { BuiltServer } from '../../support/builtServer.ts'
import { command } from './bootloader.ts'
import type { Detector } from './detector.ts'
import { type FaultPlan, noFaults } from './faultPlan.ts'
import type { HidBrowser, OpenBrowser } from './hidBrowser.ts'
import { createPerson, installButtonOf, nextStepOf, type Person, questionButtonOf } from './person.ts'

export const withinMs = 120_000
const firstVersion = '21.1'
export const secondVersion = '21.2'
/** About 4 s and 16 s of programming. */
export const firmwares = new Map([
  [firstVersion, 48_000],
  [secondVersion, 192_000],
])
/** Of the shorter image's thousand. */
const midFlashChunks = 400

export type World = {
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
export type States = Readonly<Record<string, (world: World) => Promise<string>>>

export function createWorld(server: BuiltServer, browser: HidBrowser, detector: Detector, pressed: string[] = []): World {
  const { page } = browser
  const person = createPerson(browser, detector)
  return {
    server,
    browser,
    page,
    person,
    detector,
    pressed,
    nextStep: nextStepOf(page),
    dialog: page.getByRole('dialog'),
    see: async (text, where = page) => {
      const found = where.getByText(text).first()
      await found.waitFor({ timeout: 30_000 })
      return found.innerText()
    },
    finish: async () => void (await person.updateUntilComplete(withinMs, (button) => pressed.push(button))),
  }
}

/** The same, before another browser. */
export function worldBefore(world: World, other: OpenBrowser): World {
  return createWorld(world.server, { ...world.browser, ...other }, world.detector, world.pressed)
}

export async function plugIn({ detector }: World, plan: Partial<FaultPlan>): Promise<void> {
  await detector.plan({ ...noFaults, ...plan })
  detector.bootloader.replaceFlash(new Uint8Array(1_000))
  await detector.plugIn()
}

export async function connected(world: World, plan: Partial<FaultPlan> = {}): Promise<void> {
  await plugIn(world, plan)
  await world.person.connect(withinMs)
  await world.person.chooseVersion(firstVersion)
}

export async function begin({ page, dialog }: World): Promise<void> {
  await installButtonOf(page).click({ timeout: 30_000 })
  const question = questionButtonOf(page)
  await dialog.or(question).first().waitFor({ timeout: 30_000 })
  if (await question.isVisible()) await question.click()
}

/** As the detector knows it: a hidden page draws nothing. */
export async function beginUntilMidFlash(world: World): Promise<void> {
  await begin(world)
  const chunks = () => world.detector.arrivals().filter(({ code }) => code === command.program)
  await until('mid-flash', () => chunks().length >= midFlashChunks)
}

export async function untilPercent(page: Page, percent: number): Promise<void> {
  const shown = page.getByRole('dialog').getByText(/^\d+%$/)
  while (Number.parseInt((await shown.innerText({ timeout: 30_000 }).catch(() => '0')) || '0', 10) < percent) await delay(50)
}

/** Waits for what no page shows. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > giveUpAtMs) throw new Error(`it does not come to ${what}`)
    await delay(50)
  }
}

/** What the update's dialog says as soon as it asks for something. */
export async function outcomeOf({ dialog }: Pick<World, 'dialog'>): Promise<string> {
  // A download can be cancelled.
  const asks = dialog.getByRole('button', { name: /^(?!Cancel|Annuler)/ })
  await asks.first().waitFor({ timeout: withinMs })
  return inOneLine(dialog)
}

export async function inOneLine(shown: Locator): Promise<string> {
  return (await shown.innerText({ timeout: 30_000 })).trim().replaceAll(/\s*\n\s*/g, ' · ')
}
