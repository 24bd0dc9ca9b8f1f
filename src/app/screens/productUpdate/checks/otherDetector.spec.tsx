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

const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'hid')
let plugged: EventTarget[] = []
let hid: EventTarget
let world: CustomerWorld

beforeEach(async () => {
  plugged = []
  hid = Object.assign(new EventTarget(), { getDevices: () => Promise.resolve([...plugged]) })
  Object.defineProperty(navigator, 'hid', { value: hid, configurable: true })
  world = createCustomer()
  await world.publish('10.0', 500)
})
afterEach(async () => {
  await letGo()
  Reflect.deleteProperty(navigator, 'hid')
  if (own !== undefined) Object.defineProperty(Navigator.prototype, 'hid', own)
})

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

it('starts no update if another detector has been plugged in since the checks, and says one thing', async () => {
  const before = erases()
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(passed()).toBeVisible()
  plugged = [other()]
  await update().click()
  await expect.element(refused().getByRole('listitem')).toHaveLength(1)
  await expect.element(refused().getByRole('listitem')).toMatchTextContent('Unplug it')
  expect(erases()).toBe(before)
  expect(toasts()).toBe(0)
})

it('says one thing of a detector that answers in place of the one shown', async () => {
  const before = erases()
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(passed()).toBeVisible()
  setFaults({ serialNumber: '0102030405', productTypeId: 77, batteryPercent: 3 })
  await update().click()
  await expect.element(refused().getByRole('listitem')).toHaveLength(1)
  await expect.element(refused().getByRole('listitem')).toMatchTextContent('A different detector is connected now')
  expect(erases()).toBe(before)
  expect(toasts()).toBe(0)
})
