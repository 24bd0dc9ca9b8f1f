// @module-tag rest
/** Other detectors than the one on the page: one that was plugged in later, and one that answers in its place. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCustomer, type CustomerWorld } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  letGo,
  nextStep,
  openPassedChecks,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { replaceHid } from '../../../../../tests/component/webHid.ts'

let plugged: EventTarget[] = []
let hid: EventTarget
let world: CustomerWorld

beforeEach(async () => {
  plugged = []
  hid = Object.assign(new EventTarget(), { getDevices: () => Promise.resolve([...plugged]) })
  replaceHid(hid)
  world = createCustomer()
  await world.publish('10.0', 500)
})
afterEach(letGo)

const other = () =>
  Object.assign(new EventTarget(), { vendorId: 13_166, productName: 'WS6', collections: [{ inputReports: [{}], outputReports: [{}] }] })
const notify = (type: 'connect' | 'disconnect') =>
  hid.dispatchEvent(Object.assign(new Event(type), { device: new EventTarget(), vendorId: 13_166 }))
const refused = () => dialog('The update did not start')
/** The checks have ended: from now on the page asks the detector nothing by itself. */
const passed = () => nextStep().getByText(/\d checks passed/)
const toasts = () => document.querySelectorAll('[data-sonner-toast]').length
const erases = () => window.simulatedDetector?.frames.filter(({ direction, bytes }) => direction === 'out' && bytes[0] === 6).length ?? 0

it('refuses the update as soon as another detector is plugged in, and until it is unplugged', async () => {
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await openPassedChecks()
  await expect.element(update()).toBeEnabled()
  plugged = [other()]
  notify('connect')
  await expect.element(nextStep()).toMatchTextContent('Another detector has been plugged in')
  await expect.element(update()).toBeDisabled()
  plugged = []
  notify('disconnect')
  await expect.element(nextStep()).toMatchTextContent('Same detector as shown')
  await expect.element(update()).toBeEnabled()
})

it.each([
  ['another detector has been plugged in since the checks', () => plugged.push(other()), 'Unplug it'],
  [
    'another one answers in place of the one shown',
    () => setFaults({ serialNumber: '0102030405', productTypeId: 77, batteryPercent: 3 }),
    'A different detector is connected now',
  ],
])('starts no update if %s, and says one thing', async (_, change, says) => {
  const before = erases()
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(passed()).toBeVisible()
  change()
  await update().click()
  await expect.element(refused().getByRole('listitem')).toHaveLength(1)
  await expect.element(refused().getByRole('listitem')).toMatchTextContent(says)
  expect(erases()).toBe(before)
  expect(toasts()).toBe(0)
})
