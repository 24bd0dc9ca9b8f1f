/**
 * The connection to the server breaks at each step of an update in turn, and stays broken until the update has ended or stopped with an
 * error.
 */
import type { APIRequestContext, Page } from 'playwright/test'
import type { Moment } from '../support/breakingLine.ts'
import { firmwareFile, publish, readFlash } from './detector.ts'
import {
  connectQuick,
  expect,
  expectOneSuccess,
  expectShown,
  pastUpdates,
  recordsOf,
  seeItThrough,
  signInHere,
  test,
  update,
} from './field.ts'

// Not the server's own address: the page loads through the connection that breaks.
test.use({ baseURL: async ({ line }, use) => use(line.url) })

const download = /^GET \/backend\/image\//
const record = /^POST \/backend\/productUpdate$/
const report = /^POST \/backend\/productUpdate\/\d+$/

const waits = (page: Page) => page.getByText('1 update result waiting to be sent')

async function startNew(page: Page, request: APIRequestContext, versionName: string): Promise<Uint8Array> {
  // Otherwise it would be downloaded in advance.
  await page.addInitScript(() => localStorage.setItem('fieldport.fetchAhead', 'never'))
  const { file, image } = firmwareFile(20_000, Number(versionName) * 10)
  await publish(request, versionName, file)
  await signInHere(page)
  await connectQuick(page)
  await expect(update(page)).toContainText(versionName)
  return image
}

const stops: readonly { step: string; versionName: string; moment: Moment }[] = [
  { step: 'before the download', versionName: '9.1', moment: 'asked' },
  { step: 'in the middle of the download', versionName: '9.2', moment: 'half' },
]
for (const { step, versionName, moment } of stops) {
  test(`a connection that breaks ${step} stops the update with an error, and the update is done once when it is back`, async ({
    page,
    request,
    network,
  }) => {
    const image = await startNew(page, request, versionName)
    const broken = network.breakAt(download, moment)
    await update(page).click()
    await broken
    const stopped = page.getByRole('dialog', { name: 'The update did not start' })
    await expect(stopped).toContainText('The server cannot be reached.')
    await network.restore()
    expect(await recordsOf(request, versionName)).toEqual([])

    await stopped.getByRole('button', { name: 'Back to the update' }).click()
    const startedAt = Date.now()
    await update(page).click()
    await seeItThrough(page)
    await expectShown(page, versionName)
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    await expectOneSuccess(request, versionName, startedAt, Date.now())
  })
}

const goesOn: readonly { step: string; versionName: string; call: RegExp; moment: Moment }[] = [
  { step: 'right after the download', versionName: '9.3', call: download, moment: 'over' },
  { step: 'before the record', versionName: '9.4', call: record, moment: 'asked' },
  { step: 'when the record’s answer is on its way', versionName: '9.5', call: record, moment: 'answered' },
  { step: 'before the report', versionName: '9.6', call: report, moment: 'asked' },
  { step: 'when the report’s answer is on its way', versionName: '9.7', call: report, moment: 'answered' },
]
for (const { step, versionName, call, moment } of goesOn) {
  test(`a connection that breaks ${step} does not stop the update, and its one record arrives later with its own date`, async ({
    page,
    request,
    network,
  }) => {
    const image = await startNew(page, request, versionName)
    const startedAt = Date.now()
    const broken = network.breakAt(call, moment)
    await update(page).click()
    await seeItThrough(page)
    await broken
    const endedAt = Date.now()
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    await expect(waits(page)).toBeVisible()

    await network.restore()
    await expect(waits(page)).toBeHidden()
    await expectShown(page, versionName)
    await expectOneSuccess(request, versionName, startedAt, endedAt)
  })
}

test('waiting reports are sent once, even if two tabs notice at the same time that the network is back', async ({
  page,
  context,
  request,
  line,
  network,
}) => {
  await startNew(page, request, '9.8')
  const other = await context.newPage()
  await other.goto('/productUpdate/index')
  await expect(pastUpdates(other).first()).toBeVisible()
  const startedAt = Date.now()
  const broken = network.breakAt(record, 'asked')
  await update(page).click()
  await seeItThrough(page)
  await broken
  await other.reload()
  await expect(waits(other)).toBeVisible()
  const endedAt = Date.now()
  const before = line.reached().length

  await network.restore()
  for (const tab of [page, other]) {
    await expect(waits(tab)).toBeHidden()
    await expectShown(tab, '9.8')
  }
  const told = line
    .reached()
    .slice(before)
    .filter((asked) => record.test(asked) || report.test(asked))
  expect(told).toEqual([expect.stringMatching(record), expect.stringMatching(report)])
  await expectOneSuccess(request, '9.8', startedAt, endedAt)
})
