/**
 * How much longer an update takes on the page than the same exchange needs: the whole page with its drawing against a bare loop on the same
 * WebHID, both with the page's thread slowed. As in tests/bench/flashPage.ts, the bare loop is as many requests and replies as the image has
 * chunks, the next sent from the event of the last; and an update is measured from its first chunk to program complete, because the specified
 * pauses before are not the page's time. The detector has the clock, and a bus of 1 ms frames.
 */
import type { Page } from 'playwright'
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
  /** From each request to the next one, of all turns: of updates and of bare loops. */
  readonly updateMs: readonly number[]
  readonly bareMs: readonly number[]
  /** From the click on the button to the question at the end, of each turn. */
  readonly questionSeconds: readonly number[]
}

/** Update and bare loop take turns. */
export async function measureRatios(turns: number, log: (line: string) => void): Promise<readonly Ratio[]> {
  const server = await startBuiltServer()
  const browser = await startHidBrowser()
  try {
    const images = await publishAll(server, new Map([[versionName, imageBytes]]))
    const detector = createDetector(browser.bus, { inUsbFrames: true })
    const person = createPerson(browser, detector)
    const { page } = browser
    const client = await page.context().newCDPSession(page)
    const slow = (rate: number) => client.send('Emulation.setCPUThrottlingRate', { rate })
    await signInAsCustomer(page, server)

    const ratios: Ratio[] = []
    for (const slowedBy of slowdowns) {
      const thread = { slowDown: () => slow(slowedBy), recover: () => slow(1) }
      const [updateMs, bareMs, questionSeconds]: [number[], number[], number[]] = [[], [], []]
      for (let turn = 1; turn <= turns; turn += 1) {
        await page.goto(`${server.url}/productUpdate/index`)
        await detector.plan(noFaults)
        await detector.plugIn()
        await person.connect(60_000)
        questionSeconds.push(await updateSlowly(page, person, thread))
        const update = betweenRequests(detector)
        if (!Buffer.from(images.get(versionName) ?? []).equals(detector.bootloader.flash())) throw new Error('the flash is not the image')
        await bareLoop(page, server, detector, thread)
        const bare = betweenRequests(detector)
        updateMs.push(...update)
        bareMs.push(...bare)
        log(`slowed ${slowedBy} times, turn ${turn}: update ${secondsOf(update)} s, bare loop ${secondsOf(bare)} s`)
      }
      ratios.push({ slowedBy, updateMs, bareMs, questionSeconds })
    }
    return ratios
  } finally {
    await browser.stop()
    await server.dispose()
  }
}

/** The page's own. */
type Thread = { readonly slowDown: () => Promise<unknown>; readonly recover: () => Promise<unknown> }

/** Returns the seconds from the click to the question. */
async function updateSlowly(page: Page, person: Person, { slowDown, recover }: Thread): Promise<number> {
  const nextStep = page.getByRole('region', { name: 'Next step', exact: true })
  await nextStep.getByText(/checks? passed|checks? needs? your attention/).waitFor()
  const clickedAtMs = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true })
      }),
  )
  await slowDown()
  await nextStep.getByRole('button', { name: /^(?:Update to|Install)/ }).click({ timeout: 120_000 })
  await page
    .getByRole('dialog')
    .getByText(/^Version .* has been written/)
    .waitFor({ timeout: withinMs })
  const askedAtMs = await page.evaluate(() => performance.now())
  await recover()
  await person.updateUntilComplete(withinMs, () => {})
  return (askedAtMs - (await clickedAtMs)) / 1000
}

/** In ms: of the update from its first chunk to program complete, of the bare loop all. */
function betweenRequests(detector: Detector): number[] {
  const arrivals = detector.arrivals()
  const begin = Math.max(
    0,
    arrivals.findIndex(({ isFirstChunk }) => isFirstChunk),
  )
  const complete = arrivals.findIndex(({ code }) => code === command.programComplete)
  const requests = arrivals.slice(begin, complete === -1 ? undefined : complete + 1)
  return requests.slice(1).map(({ atMs }, before) => atMs - (requests[before]?.atMs ?? Number.NaN))
}

/** On a page of the portal's origin without the app. */
async function bareLoop(page: Page, { url }: BuiltServer, detector: Detector, { slowDown, recover }: Thread): Promise<void> {
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
}

function secondsOf(intervalsMs: readonly number[]): string {
  return (intervalsMs.reduce((sum, ms) => sum + ms, 0) / 1000).toFixed(1)
}
