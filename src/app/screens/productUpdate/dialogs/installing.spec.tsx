// @module-tag rest
/** Updates from the button to the detector's flash, with only the server and the detector simulated. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CustomerWorld, createCustomer } from '../../../../../tests/component/customer.ts'
import { held } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  flashOfDetector,
  headline,
  latestUpdate,
  letGo,
  nextStep,
  openPassedChecks,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { updateWords } from '../../../../../tests/e2e/updateWords.ts'
import { commands } from '../../../../device/protocol/frames.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const w = updateWords.en
const open = () => openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const cutShort = (file: Uint8Array) => file.slice(0, 16)

/** No firmware file arrives before the returned function is called. */
async function openWithSlowDownload(): Promise<() => void> {
  const { showFileFromWeb } = world.calls.file ?? {}
  const { answer, release } = held<null>()
  const slowly: typeof showFileFromWeb = async (parts) => {
    await answer()
    return showFileFromWeb?.(parts) ?? Response.error()
  }
  await openApp('/productUpdate/index', { as: 'customer', calls: [world.calls, { file: { showFileFromWeb: slowly } }] })
  return () => release(null)
}

it('installs an image, byte for byte [T100]', async () => {
  const versionName = '9.3'
  const image = await world.publish(versionName, 300_001)
  await open()
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent(versionName)
  await update().click()
  await dialog(w.didItRestart).getByRole('button', { name: w.yes }).click()
  await expect.element(dialog(w.complete)).toMatchTextContent(versionName)
  expect(flashOfDetector()).toEqual(image)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
  await button(w.done).click()
  await expect.element(latestUpdate()).toMatchTextContent(versionName)
  await expect.element(latestUpdate()).toMatchTextContent(w.success)
})

it('installs exact bytes over a link that loses, repeats, echoes and corrupts frames', async () => {
  const image = await world.publish('8.5', 3_000)
  await open()
  await connectSimulated()
  setFaults({ lostShare: 0.02, corruptShare: 0.05, duplicateShare: 0.2, echo: 0.3, seed: 7 })
  await update().click()
  await page.getByRole('button', { name: w.yes }).click()
  expect(flashOfDetector()).toEqual(image)
})

it('says behind its dialog that it updates, in each phase, and runs on when Escape is pressed', async () => {
  await world.publish('8.8', 20_000)
  const release = await openWithSlowDownload()
  await connectSimulated()
  // Each phase waits until the test has seen it.
  setFaults({ latencyMs: 10, eraseMs: 60_000 })
  await update().click()
  for (const phase of [w.loading, w.erasing, w.programming]) {
    await expect.element(dialog(phase)).toBeVisible()
    // Hidden from assistive software while the dialog is open, so not found by its role.
    expect(document.querySelector('[data-step-headline]')?.textContent).toBe(w.updatingTo('8.8'))
    expect(document.querySelector('[data-step-button]')).toBeNull()
    expect(document.body.textContent).not.toContain(w.noFirmware)
    await userEvent.keyboard('{Escape}')
    if (phase === w.loading) release()
    if (phase === w.erasing) setFaults({ latencyMs: 10 })
  }
  const bar = dialog(w.programming).getByRole('progressbar')
  const percent = () => Number(bar.query()?.getAttribute('aria-valuenow') ?? 0)
  const before = percent()
  await expect.poll(percent).toBeGreaterThan(before)
  setFaults()
  await dialog(w.didItRestart).getByRole('button', { name: w.yes }).click()
  await expect.element(dialog(w.complete)).toBeVisible()
})

it('reports a detector that refuses a step as a reprogramming error, and can start again [T343]', async () => {
  await world.publish('8.0', 2_000)
  await open()
  await connectSimulated({ badStatusAt: 'erase' })
  await update().click()
  const failed = dialog('Error while reprogramming')
  await expect.element(failed).toMatchTextContent('The detector refused a step of the update.')
  await failed.getByRole('button', { name: w.backToUpdate }).click()
  await expect.element(latestUpdate()).toMatchTextContent('Error while reprogramming')
  await expect.element(update()).toBeEnabled()
  setFaults()
})

it('refuses a firmware file that is not the published one before it sends anything to the detector', async () => {
  await world.publish('8.4', 5_000)
  // From here on, so that the page has not fetched the published bytes ahead.
  world.spoil = cutShort
  await open()
  await connectSimulated()
  const before = ofDetector()
  const refused = dialog('The update did not start')
  const ways: readonly (readonly [spoil: CustomerWorld['spoil'], words: string])[] = [
    [cutShort, 'The firmware file was not fully downloaded'],
    [(file) => file.slice(0, -100), 'The firmware file was not fully downloaded'],
    [(file) => file.with(60, 0x58), 'does not match the published one'],
  ]
  for (const [spoil, words] of ways) {
    world.spoil = spoil
    await update().click()
    await expect.element(refused).toMatchTextContent(words)
    await refused.getByRole('button', { name: w.backToUpdate }).click()
    await expect.element(refused).not.toBeInTheDocument()
  }
  expect(ofDetector()).toEqual(before)
  expect(world.updates).toHaveLength(1)
})

it('asks before it updates through a cable that has become bad, before the first erase, and records nothing meanwhile', async () => {
  await world.publish('8.6', 2_000)
  await open()
  await connectSimulated()
  await openPassedChecks()
  await expect.element(page.getByText('Cable and port OK')).toBeVisible()
  await expect.element(page.getByText('Nothing else is using the detector')).toBeVisible()
  setFaults({ lostShare: 0.3 })
  const before = ofDetector()
  expect(before.isValid).toBe(true)
  await update().click()
  const refused = dialog('The update did not start')
  await expect.poll(() => refused.query()?.textContent).toContain('The connection is too poor for a safe update')
  await expect.element(refused).toMatchTextContent('Use another cable, and plug it directly into the computer, not into a hub.')
  expect(ofDetector()).toEqual(before)
  expect(world.updates).toHaveLength(1)
  setFaults()
  await refused.getByRole('button', { name: 'Install anyway' }).click()
  await page.getByRole('button', { name: w.yes }).click()
  await button(w.done).click()
  expect(world.updates[0]).toMatchObject({ success: true })
})

it('asks before an older version is installed over a newer one', async () => {
  await world.publish('7.0', 500)
  await world.publish('8.0', 500)
  await open()
  await connectSimulated()
  await update().click()
  await page.getByRole('button', { name: w.yes }).click()
  await button(w.done).click()
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.upToDate)
  await nextStep().getByText(w.otherVersions).click()
  await nextStep().getByLabelText(w.version).selectOptions('7.0 · 04/03/2026')
  await update().click()
  const question = page.getByRole('alertdialog', { name: 'Install 7.0?' })
  await expect.element(question).toMatchTextContent('7.0 is older than 8.0, which is installed now.')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(world.updates).toHaveLength(2)

  // A pulled cable forgets no choice.
  window.simulatedDetector?.unplug()
  await expect.element(headline()).toMatchTextContent('The detector was unplugged')
  window.simulatedDetector?.plug()
  await expect.element(headline()).toMatchTextContent('Install 7.0')
})

/** The frames that the detector has received, and its flash. Leaves out identity reads, with which the page checks the link. */
function ofDetector() {
  const frames = window.simulatedDetector?.frames.filter(({ bytes }) => bytes[0] !== commands.readTargetData).length
  return { frames, flash: flashOfDetector(), isValid: window.simulatedDetector?.applicationValid }
}
