// @module-tag rest
/** What the browser's device chooser and the system can answer, by a fake `navigator.hid`: the real one needs a person and a cable. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { HidDevice } from '../../../../device/hidDevice.ts'
import { createSimulator } from '../../../../device/simulator/simulator.ts'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { headline, letGo, nextStep, openPassedChecks } from '../../../../../tests/component/updatePage.ts'
import { loseWebHid, replaceHid } from '../../../../../tests/component/webHid.ts'

afterEach(letGo)

const clock = { now: () => performance.now(), schedule: (ms: number, run: () => void) => afterMs(ms, run) }

function afterMs(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

type Shown = { readonly openFails?: string; readonly isMute?: boolean; readonly name?: string }

/** A detector of the simulator with a face of its own. */
function fakeDevice(index: number, { openFails, isMute = false, name }: Shown): HidDevice {
  const serialNumber = `0A1B2C3D4${index}`
  const { device } = createSimulator(clock, { onUnplug: () => {} }, { latencyMs: 0, serialNumber })
  return Object.create(device, {
    productName: { value: name ?? `Detector ${index}` },
    ...(openFails !== undefined && { open: { value: () => Promise.reject(new DOMException('refused', openFails)) } }),
    ...(isMute && { sendReport: { value: () => Promise.resolve() } }),
  }) as HidDevice
}

/** Returns the browser's chooser, which has the focus while it is shown, and how to unplug the last that was granted. `first`: of
 * the first, which alone is named by the chooser then. */
function fakeHid({ granted, chosen, first, ...shown }: Shown & { granted: number; chosen: number; first?: Shown }) {
  const devices = Array.from({ length: granted + chosen }, (_, index) => fakeDevice(index + 1, { ...shown, ...(index === 0 && first) }))
  let allowed = devices.slice(0, granted)
  const requestDevice = vi.fn<() => Promise<HidDevice[]>>(() => {
    dispatchEvent(new Event('blur'))
    allowed = devices
    return Promise.resolve(devices.slice(granted, first === undefined ? undefined : granted + 1))
  })
  const hid = Object.assign(new EventTarget(), { getDevices: () => Promise.resolve(allowed), requestDevice })
  replaceHid(hid)
  const unplugLast = () => {
    const device = allowed.at(-1)
    allowed = allowed.slice(0, -1)
    hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
  }
  return { requestDevice, unplugLast }
}

const open = () => openApp('/productUpdate/index', { as: 'customer', calls: createCustomer().calls })
const connect = () => page.getByRole('button', { name: 'Connect my detector', exact: true })

it('changes nothing if the browser’s chooser is closed', async () => {
  const { requestDevice } = fakeHid({ granted: 0, chosen: 0 })
  await open()
  await connect().click()
  await expect.poll(() => requestDevice).toHaveBeenCalledOnce()
  await expect.element(connect()).toBeEnabled()
  await expect.element(headline()).toMatchTextContent('Connect your detector')
})

it('shows that the system denies access, with the udev rule that allows it on Linux', async () => {
  fakeHid({ granted: 0, chosen: 1, openFails: 'NotAllowedError' })
  await open()
  await connect().click()
  await expect.element(nextStep()).toMatchTextContent('Your system does not allow the browser to access the detector.')
  await expect.element(page.getByLabelText('udev rule')).toHaveValue('KERNEL=="hidraw*", ATTRS{idVendor}=="336e", TAG+="uaccess"')
})

it('lets the customer choose between two detectors', async () => {
  fakeHid({ granted: 2, chosen: 0 })
  await open()
  await connect().click()
  await expect.element(headline()).toMatchTextContent('Which detector?')
  await expect.element(nextStep().getByRole('listitem').getByRole('button')).toHaveLength(2)
  await nextStep().getByRole('button', { name: 'Detector 2' }).click()
  await expect.element(page.getByText('0A 1B 2C 3D 42').first()).toBeVisible()
})

it('tells two detectors with the same name by their serial numbers', async () => {
  fakeHid({ granted: 2, chosen: 0, name: 'WS6' })
  await open()
  await connect().click()
  await expect.element(headline()).toMatchTextContent('Unplug one detector')
  await nextStep().getByRole('button', { name: 'WS6, 0A 1B 2C 3D 42' }).click()
  await expect.element(page.getByText('0A 1B 2C 3D 42').first()).toBeVisible()
})

it('asks to unplug one of two detectors no longer than both are plugged in', async () => {
  const { unplugLast } = fakeHid({ granted: 2, chosen: 0, name: 'WS6' })
  await open()
  await connect().click()
  await expect.element(headline()).toMatchTextContent('Unplug one detector')
  unplugLast()
  await expect.element(page.getByText('0A 1B 2C 3D 41').first()).toBeVisible()
  await expect.element(headline()).not.toMatchTextContent('Unplug one detector')
})

it('connects the interface that answers where the chooser names only a mute one', async () => {
  fakeHid({ granted: 0, chosen: 2, name: 'WS6', first: { isMute: true } })
  await open()
  await connect().click()
  await expect.element(page.getByText('0A 1B 2C 3D 42').first()).toBeVisible()
})

it('counts an interface that another program holds as no detector', async () => {
  fakeHid({ granted: 2, chosen: 0, first: { openFails: 'NotAllowedError' } })
  const world = createCustomer()
  await world.publish('9.4', 3_000)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connect().click()
  await openPassedChecks()
  await expect.element(nextStep()).not.toMatchTextContent('More than one detector')
})

it('shows that the detector does not respond, with a button to try again', async () => {
  fakeHid({ granted: 0, chosen: 1, isMute: true })
  await open()
  await connect().click()
  await expect.poll(() => nextStep().query()?.textContent).toContain('The detector does not answer')
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

it('recommends other browsers, without a connect button, if WebHID is missing [T99]', async () => {
  loseWebHid({ isPhone: false })
  await open()
  await expect.element(page.getByRole('link', { name: /Chrome/ })).toBeVisible()
  await expect.element(connect()).not.toBeInTheDocument()
})
