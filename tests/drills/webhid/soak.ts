/** Updates one after the other, each with its own faults and pulls, until the person has brought all of them to their end. */
import { startBuiltServer } from '../../support/builtServer.ts'
import { seededRandom } from '../../support/seededRandom.ts'
import { createDetector } from './detector.ts'
import { planFaults } from './faultPlan.ts'
import { startHidBrowser } from './hidBrowser.ts'
import { type Claim, claims, createPerson } from './person.ts'
import { publishAll, signInAsCustomer } from './portalPage.ts'

const withinMs = 180_000
const imagesCount = 10
const imageBytesMin = 2_000
const imageBytesMax = 48_000

export type SoakResult = {
  readonly updates: number
  readonly byteExact: number
  readonly faults: ReadonlyMap<string, number>
  readonly presses: ReadonlyMap<string, number>
  /** Updates that were started more than once, and all those starts but the first. */
  readonly interrupted: number
  readonly startedAgain: number
  /** A message of unknown type makes the page reload itself. */
  readonly reloads: number
  /** What the page said of the detector that was not so. */
  readonly untrue: readonly string[]
  readonly seconds: number
  readonly failures: readonly string[]
}

export async function soak(updates: number, seed: number, log: (line: string) => void): Promise<SoakResult> {
  const startedAtMs = performance.now()
  const server = await startBuiltServer()
  const browser = await startHidBrowser()
  const presses = new Map<string, number>()
  const failures: string[] = []
  let byteExact = 0
  const untrue: string[] = []
  let interrupted = 0
  let startedAgain = 0
  let reloads = 0
  try {
    const sizes = seededRandom(seed)
    const versions = Array.from({ length: imagesCount }, (_, index) => {
      const bytes = imageBytesMin + Math.floor(sizes() * (imageBytesMax - imageBytesMin))
      return [`21.${index + 1}`, bytes] as const
    })
    const images = await publishAll(server, new Map(versions))
    const detector = createDetector(browser.bus)
    const read = new Set<Claim>()
    const person = createPerson(browser, detector, (claim) => read.add(claim))
    await signInAsCustomer(browser.page, server)
    browser.page.on('load', () => {
      reloads += 1
    })

    for (let number = 1; number <= updates; number += 1) {
      const random = seededRandom(seed * 1_000 + number)
      await detector.plan(planFaults(random))
      // An older application, so that only this update can make the flash right.
      detector.bootloader.replaceFlash(new Uint8Array(1_000).fill(number % 256))
      await detector.plugIn()
      const before = performance.now()
      const metBefore = new Map(detector.faultsMet)
      read.clear()
      const pressed: string[] = []
      const onPress = (button: string) => {
        pressed.push(button)
        const claim = untrueOf(button, detector.bootloader.hasValidApplication())
        if (claim !== null) untrue.push(`update ${number}: ${claim} (pressed: ${pressed.join(', ')})`)
      }
      try {
        await person.connect(withinMs, onPress)
        const versionName = versions[Math.floor(random() * versions.length)]?.[0] ?? ''
        // Where a fault has cut the connection meanwhile, the version that the page proposes is installed.
        await person.chooseVersion(versionName).catch(() => {})
        const written = await person.updateUntilComplete(withinMs, onPress)
        const image = images.get(written)
        const isExact = image !== undefined && Buffer.from(image).equals(detector.bootloader.flash())
        if (isExact && detector.bootloader.hasValidApplication()) byteExact += 1
        else failures.push(`update ${number}: the page says that ${written} is complete, and the flash is another`)
      } catch (error) {
        failures.push(`update ${number}: ${error instanceof Error ? error.message : String(error)}`)
        log(`${failures.at(-1)} (pressed: ${pressed.join(', ')})`)
        // Counted as failed; the next ones begin on a fresh page.
        await detector.pull()
        await browser.page.goto(`${server.url}/productUpdate/index`)
      }
      const met = [...detector.faultsMet].flatMap(([kind, times]) => (times > (metBefore.get(kind) ?? 0) ? [kind] : []))
      for (const claim of read)
        if (!isSo(claim, met)) untrue.push(`update ${number}: the page says "${claims[claim]}", and met ${met.join(', ')}`)
      for (const button of pressed.map(withoutVersion)) presses.set(button, (presses.get(button) ?? 0) + 1)
      const starts = detector.starts()
      if (starts > 1) interrupted += 1
      startedAgain += Math.max(0, starts - 1)
      log(`update ${number}: ${((performance.now() - before) / 1000).toFixed(1)} s, ${pressed.join(', ')}`)
    }
    const seconds = (performance.now() - startedAtMs) / 1000
    return { updates, byteExact, faults: detector.faultsMet, presses, interrupted, startedAgain, reloads, untrue, seconds, failures }
  } finally {
    await browser.stop()
    await server.dispose()
  }
}

/** `met` is what has gone wrong during the update. Pulled as its update begins, a detector has left as one that jumps. */
function isSo(claim: Claim, met: readonly string[]): boolean {
  const isMeant = (kind: string) => kind.startsWith(claim) || (claim === 'jump' && /^pull at (?:selectTarget|waitTarget)/.test(kind))
  return met.some(isMeant)
}

/** Only "Finish the update" says that the detector has no firmware, and "again" that it has one. */
function untrueOf(button: string, hasApplication: boolean): string | null {
  if (/^Install .* again$/.test(button) && !hasApplication) return `the page says "${button}" of a detector without firmware`
  return button === 'Finish the update' && hasApplication ? 'the page says "Finish the update" of a detector with firmware' : null
}

function withoutVersion(button: string): string {
  return button.replace(/ 21\.\d+/, ' …')
}
