import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Download, Page } from 'playwright/test'
import * as v from 'valibot'
import { readReport } from '../../src/app/detector/flightReport/readReport.ts'
import { replayReport } from '../../src/app/detector/flightReport/replayReport.ts'
import { axeFindings } from './axe.ts'
import { connectSimulated, expectChecked, firmwareFile, nextStep, publish, setFaults, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

const builtFrom = v.object({ version: v.string(), commit: v.nullable(v.string()) })
const serialNumbers = ['0A1B2C3D4E', 'C011A00001', 'C011A00002', 'EA12900003']

async function begin(page: Page): Promise<void> {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
}

async function saved(page: Page, dialogName: string): Promise<{ path: string; download: Download; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog', { name: dialogName }).getByRole('button', { name: 'Save the report' }).click(),
  ])
  const path = await download.path()
  return { path, download, text: gunzipSync(await readFile(path)).toString() }
}

/** Loads files into the report panel one after the other, and waits for each result. */
async function load(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }, words: string): Promise<void> {
  await page.getByLabel('Load a report').setInputFiles(file)
  await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
}

test('the report of a failed update replays to the same result, in a test and in the report panel', async ({ page, request }, testInfo) => {
  const { file } = firmwareFile(30_000)
  await publish(request, '9.1', file)
  await begin(page)
  await expectChecked(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 300, lostShare: 0.004, corruptShare: 0.02, duplicateShare: 0.2, echo: 0.2, seed: 5 })
  await setFaults(page, { unplugAtPercent: 60 })
  await update(page).click()

  const { path, download, text } = await saved(page, 'USB disconnection error')
  expect(download.suggestedFilename()).toMatch(/^fieldport-report-2\d{3}-\d\d-\d\dT\d\d-\d\d-\d\d\.json\.gz$/)
  expect(text).toContain('0A1B2C3D4E'.toLowerCase())
  const report = await readReport(new Blob([await readFile(path)]))
  const { version, commit } = v.parse(builtFrom, await (await request.get('/livez')).json())
  expect(report.appVersion).toBe(commit === null ? version : `${version} (${commit.slice(0, 12)})`)
  expect(report.firmware).toMatchObject({ versionName: '9.1', sizeBytes: 30_016 })
  const { divergence, ends } = await replayReport(report)
  expect(divergence).toBeNull()
  const failure = { phase: 'failed', cause: 'device.disconnected.error', during: 'programming', sentBytes: 18_000 }
  expect(ends.at(-1)).toMatchObject({ call: 'update', outcome: failure })

  const failed = page.getByRole('dialog', { name: 'USB disconnection error' })
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await failed.getByRole('checkbox', { name: 'Leave out serial numbers' }).click()
  const redacted = await saved(page, 'USB disconnection error')
  for (const serialNumber of serialNumbers) expect(redacted.text.toUpperCase()).not.toContain(serialNumber)

  await page.evaluate(() => window.simulatedDetector?.plug())
  await failed.getByRole('button', { name: 'Reconnect the detector' }).click()
  await page.getByText('Simulated detector: faults').click()
  for (const each of [path, redacted.path]) {
    // Playwright stores downloads without their extension.
    const buffer = await readFile(each)
    await load(page, { name: `${testInfo.title}.json.gz`, mimeType: 'application/gzip', buffer }, 'The replay ended as recorded')
    await expect(page.getByRole('status').filter({ hasText: 'Programming' })).toContainText('18,000 of 30,000 bytes confirmed')
  }
  expect(await axeFindings(page, 'details')).toEqual([])
  const changed = text.replace(/"in","next"/, '"in","0703"')
  await load(page, { name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(changed) }, 'The replay differs from the recording')
  await load(
    page,
    { name: 'b.gz', mimeType: 'application/gzip', buffer: Buffer.from('no report') },
    'This file is not a report from this portal',
  )
})

test('an update that an unknown message ended is recorded before the page reloads, and its report survives that', async ({ page }) => {
  await begin(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 300, unknownMessageAt: 'erase' })
  const reloaded = page.waitForEvent('load')
  await update(page).click()
  await reloaded
  const failed = page.getByRole('dialog', { name: 'Error while reprogramming' })
  await expect(failed).toContainText('sent an unknown message')
  const { path } = await saved(page, 'Error while reprogramming')
  const { divergence, ends } = await replayReport(await readReport(new Blob([await readFile(path)])))
  expect(divergence).toBeNull()
  expect(ends.at(-1)).toMatchObject({ call: 'update', outcome: { cause: 'device.unknown.message.error', during: 'erasing' } })
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()).toContainText('Error while reprogramming')
})

test('a failed connection and a detector that did not restart leave a report too', async ({ page, request }) => {
  await publish(request, '9.2', firmwareFile(500).file)
  await begin(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 0 })
  await update(page).click()
  await page.getByRole('dialog', { name: 'Did your detector restart?' }).getByRole('button', { name: 'No' }).click()
  const notRestarted = await saved(page, 'Your detector did not restart')
  const { ends } = await replayReport(await readReport(new Blob([await readFile(notRestarted.path)])))
  // Reads of the connection check happen at any time.
  expect(ends.map(({ call }) => call).filter((call) => call !== 'probe')).toEqual(['connect', 'update', 'disconnect'])
  await page.keyboard.press('Escape')

  await setFaults(page, { badStatusAt: 'readTargetData' })
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect(nextStep(page)).toContainText('The detector refused a step of the update.')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save the report' }).click()])
  const replayed = await replayReport(await readReport(new Blob([await readFile(await download.path())])))
  expect(replayed).toMatchObject({ divergence: null, ends: [{ call: 'connect', cause: 'device.bad.status.error' }, {}] })
})
