/**
 * How much longer an update takes on the page than the same exchange needs: the whole page with its drawing against a bare loop on the same
 * WebHID, both with the page's thread slowed. As in tests/bench/flashPage.ts, the bare loop is as many requests and replies as the image has
 * chunks, the next sent from the event of the last; and an update is measured from its first chunk to program complete, because the specified
 * pauses before are not the page's time. The detector has the clock.
 */
import type { Page } from 'playwright'
import { mean, median } from '../../bench/averages.ts'
import { type BuiltServer, startBuiltServer } from '../../support/builtServer.ts'
import { command, helloRequest } from './bootloader.ts'
import { createDetector, type Detector } from './detector.ts'
import { noFaults } from './faultPlan.ts'
import { startHidBrowser } from './hidBrowser.ts'
import { createPerson, type Person } from './person.ts'
import { publishAll, signInAsCustomer } from './portalPage.ts'

const slowdowns = [1, 6, 20] as const
const imageBytes = 48_000
const chunks = imageBytes / 48
const versionName = '21.1'
const withinMs = 900_000

export type Ratio = {
  readonly slowedBy: number
  readonly updateSeconds: readonly number[]
  readonly bareSeconds: readonly number[]
  /** Mean of the updates by mean of the bare loops, and the same of the medians. */
  readonly ofMeans: number
  readonly ofMedians: number
}

/** Update and bare loop take turns. */
export async function measureRatios(turns: number, log: (line: string) => void): Promise<readonly Ratio[]> {
  const server = await startBuiltServer()
  const browser = await startHidBrowser()
  try {
    const images = await publishAll(server, new Map([[versionName, imageBytes]]))
    const detector = createDetector(browser.bus)
    const person = createPerson(browser, detector)
    const { page } = browser
    const client = await page.context().newCDPSession(page)
    const slow = (rate: number) => client.send('Emulation.setCPUThrottlingRate', { rate })
    await signInAsCustomer(page, server)

    const ratios: Ratio[] = []
    for (const slowedBy of slowdowns) {
      const thread = { slowDown: () => slow(slowedBy), recover: () => slow(1) }
      const [updateSeconds, bareSeconds]: [number[], number[]] = [[], []]
      for (let turn = 1; turn <= turns; turn += 1) {
        await page.goto(`${server.url}/productUpdate/index`)
        await detector.plan(noFaults)
        await detector.plugIn()
        await person.connect(60_000)
        updateSeconds.push(await updateSlowly(page, person, detector, thread))
        if (!Buffer.from(images.get(versionName) ?? []).equals(detector.bootloader.flash())) throw new Error('the flash is not the image')
        bareSeconds.push(await bareLoop(page, server, detector, thread))
        log(`slowed ${slowedBy} times, turn ${turn}: update ${shown(updateSeconds.at(-1))} s, bare loop ${shown(bareSeconds.at(-1))} s`)
      }
      const ofMeans = mean(updateSeconds) / mean(bareSeconds)
      ratios.push({ slowedBy, updateSeconds, bareSeconds, ofMeans, ofMedians: median(updateSeconds) / median(bareSeconds) })
    }
    return ratios
  } finally {
    await browser.stop()
    await server.dispose()
  }
}

/** The page's own. */
type Thread = { readonly slowDown: () => Promise<unknown>; readonly recover: () => Promise<unknown> }

async function updateSlowly(page: Page, person: Person, detector: Detector, { slowDown, recover }: Thread): Promise<number> {
  const nextStep = page.getByRole('region', { name: 'Next step', exact: true })
  await nextStep.getByText(/checks? passed|checks? needs? your attention/).waitFor()
  await slowDown()
  await nextStep.getByRole('button', { name: /^(?:Update to|Install)/ }).click({ timeout: 120_000 })
  const giveUpAtMs = performance.now() + withinMs
  const completed = () => detector.arrivals().find(({ code }) => code === command.programComplete)
  while (completed() === undefined && performance.now() < giveUpAtMs) await page.waitForTimeout(200)
  await recover()
  await person.updateUntilComplete(withinMs, () => {})
  const begun = detector.arrivals().find(({ isFirstChunk }) => isFirstChunk)
  return ((completed()?.atMs ?? Number.NaN) - (begun?.atMs ?? Number.NaN)) / 1000
}

/** On a page of the portal's origin without the app. */
async function bareLoop(page: Page, { url }: BuiltServer, detector: Detector, { slowDown, recover }: Thread): Promise<number> {
  await page.goto(`${url}/readyz`)
  await detector.plan(noFaults)
  await detector.plugIn()
  await page.waitForFunction(async () => (await navigator.hid.getDevices()).length === 1)
  await slowDown()
  await page.evaluate(
    async ([bytes, count]) => {
      const [device] = await navigator.hid.getDevices()
      if (device === undefined) throw new Error('no detector')
      const frame = Uint8Array.from(bytes)
      await device.open()
      await new Promise<void>((resolve) => {
        let left = count
        device.addEventListener('inputreport', () => {
          left -= 1
          if (left < 0) resolve()
          else void device.sendReport(0, frame)
        })
        void device.sendReport(0, frame)
      })
      await device.close()
    },
    // One more, whose arrival ends the last.
    [Array.from(helloRequest()), chunks] as const,
  )
  await recover()
  const arrivals = detector.arrivals()
  return ((arrivals.at(-1)?.atMs ?? Number.NaN) - (arrivals[0]?.atMs ?? Number.NaN)) / 1000
}

function shown(seconds: number | undefined): string {
  return (seconds ?? Number.NaN).toFixed(1)
}
