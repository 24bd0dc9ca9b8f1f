/** Connections that fail: what the page says, and that its buttons alone repair it. Those without an unplug, each by its scenario. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  dialog,
  flashOfDetector,
  headline,
  letGo,
  nextStep,
  openPassedChecks,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { connectSimulatedDetector } from '../../../detector/device.ts'
import { type ScenarioName, scenarios } from '../simulator/scenarios.ts'

let world: CustomerWorld
let image: Uint8Array

beforeEach(async () => {
  world = createCustomer()
  image = await world.publish('9.4', 3_000)
})
afterEach(letGo)

/** Opens the page, and connects the simulated detector as the scenario's address does. */
async function open(scenario: ScenarioName): Promise<void> {
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await import('../../../detector/simulatedDetector.ts')
  setFaults(scenarios[scenario].faults)
  void connectSimulatedDetector()
}

/** The update has succeeded, byte for byte, and the person says so. */
async function expectWhole(): Promise<void> {
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect.poll(() => world.updates[0]).toMatchObject({ versionName: '9.4', success: true })
  expect(flashOfDetector()).toEqual(image)
}

const causes = /cable|battery/

/** To the detector, in all tests of this page. */
const sentFrames = () => window.simulatedDetector?.frames.filter(({ direction }) => direction === 'out').length

it('an open that is refused before any has succeeded: the rule of Linux', async () => {
  await open('openWithoutRule')
  await expect.element(page.getByLabelText('udev rule')).toBeVisible()
  setFaults()
  await nextStep().getByRole('button', { name: 'Try again' }).click()
  await expect.element(update()).toBeEnabled()
})

it('an open that is refused otherwise: another program, and no rule', async () => {
  await open('openInUse')
  await expect.element(nextStep()).toMatchTextContent('Another program is using the detector.')
  await expect.element(page.getByLabelText('udev rule')).not.toBeInTheDocument()
})

it('a dead handle in mid-flash: no cable and no battery is named, it is opened again, and the update is made whole', async () => {
  await open('deadHandle')
  await update().click()
  await expect.element(dialog(/./)).toMatchTextContent('The browser has lost the detector.')
  await expect.element(dialog(/./)).toMatchTextContent('Reconnect the detector, then start the update again.')
  await expect.element(dialog(/./)).not.toMatchTextContent(causes)
  await dialog(/./).getByRole('button', { name: 'Reconnect the detector' }).click()
  await nextStep().getByRole('button', { name: 'Finish the update' }).click()
  await expectWhole()
})

it('a dead handle while nothing is under way: the checks find it, and say nothing else', async () => {
  await open('success')
  await openPassedChecks()
  window.simulatedDetector?.loseHandle()
  await nextStep().getByRole('button', { name: 'Check again' }).click()
  await expect.element(headline()).toMatchTextContent('The browser has lost the detector')
  await expect.element(nextStep()).not.toMatchTextContent(causes)
  await nextStep().getByRole('button', { name: 'Reconnect the detector' }).click()
  await expect.element(update()).toBeEnabled()
})

it('a dead handle that the browser does not open again: the chooser is shown', async () => {
  await open('success')
  await openPassedChecks()
  window.simulatedDetector?.loseHandle()
  await nextStep().getByRole('button', { name: 'Check again' }).click()
  await expect.element(headline()).toMatchTextContent('The browser has lost the detector')
  setFaults({ refusesOpen: 'inUse', forbidden: true })
  await nextStep().getByRole('button', { name: 'Reconnect the detector' }).click()
  // The fake browser shows it to nobody.
  await expect.element(nextStep()).toMatchTextContent('This browser does not let this site ask for a detector.')
})

it('unplugged before it could be opened: that is said, and it is connected again once it is plugged in', async () => {
  const { simulatedDevice } = await import('../../../detector/simulatedDetector.ts')
  vi.spyOn(simulatedDevice, 'open').mockImplementationOnce(async () => {
    window.simulatedDetector?.unplug()
    throw new DOMException('Failed to open the device.', 'NotAllowedError')
  })
  await open('success')
  await expect.element(headline()).toMatchTextContent('The detector was unplugged')
  await expect.element(nextStep()).not.toMatchTextContent('The browser has lost')
  window.simulatedDetector?.plug()
  await expect.element(update()).toBeEnabled()
})

it('another browser that updates the detector: nothing is sent until it has ended', async () => {
  await import('../../../detector/simulatedDetector.ts')
  const before = sentFrames()
  await open('otherBrowser')
  await expect.element(nextStep()).toMatchTextContent('Another browser or program is updating this detector.')
  await expect.element(nextStep()).not.toMatchTextContent(causes)
  expect(sentFrames()).toBe(before)
  setFaults()
  await nextStep().getByRole('button', { name: 'Try again' }).click()
  await update().click()
  await expectWhole()
})

it('another browser that begins to update it while it is connected here: the checks say so, and it can be updated afterwards', async () => {
  await open('success')
  await openPassedChecks()
  setFaults({ otherUpdate: true })
  await nextStep().getByRole('button', { name: 'Check again' }).click()
  await expect.element(nextStep()).toMatchTextContent('Another browser or program is updating this detector')
  await expect.element(nextStep()).not.toMatchTextContent(causes)
  await expect.element(update()).toBeDisabled()
  setFaults()
  await nextStep().getByRole('button', { name: 'Check again' }).click()
  await update().click()
  await expectWhole()
})

it('two interfaces: the one that answers is connected and updated, and counts as one detector', async () => {
  await open('twoInterfaces')
  await openPassedChecks()
  await expect.element(nextStep()).not.toMatchTextContent('More than one detector')
  await update().click()
  await expectWhole()
})

it('HID forbidden: who can allow it, and where', async () => {
  await open('hidForbidden')
  await expect.element(nextStep()).toMatchTextContent('allow HID devices')
  await expect.element(page.getByLabelText('Policy')).toHaveValue(`WebHidAskForUrls: ["${location.origin}"]`)
  setFaults()
  await nextStep().getByRole('button', { name: 'Try again' }).click()
  await expect.element(update()).toBeEnabled()
})

it('a bootloader with another product id: it is chosen once more, and the same record goes on', async () => {
  const before = world.updates.length
  await open('newProductId')
  await update().click()
  await expect.element(dialog('Choose your detector once more')).toMatchTextContent('Nothing has been erased.')
  await dialog('Choose your detector once more').getByRole('button', { name: 'Choose the detector' }).click()
  await expectWhole()
  expect(world.updates).toHaveLength(before + 1)
})

it('a bootloader with another product id that nobody chooses: nothing has changed', async () => {
  await open('newProductId')
  await update().click()
  await dialog('Choose your detector once more').getByRole('button', { name: 'Do not update' }).click()
  await expect.element(dialog(/./)).toMatchTextContent('Nothing was changed on your detector.')
  await expect.poll(() => world.updates[0]).toMatchObject({ success: false, errorType: 'DECONNECTION_ERROR' })
  setFaults()
  await dialog(/./).getByRole('button', { name: 'Reconnect the detector' }).click()
  await update().click()
  await expectWhole()
})

it('numbered reports: said at once', async () => {
  const before = sentFrames()
  await open('numberedReports')
  await expect.element(nextStep()).toMatchTextContent('This detector uses numbered USB reports')
  expect(sentFrames()).toBe(before)
})
