// @module-tag rest
/** What the browser's device chooser and the system can answer, by a fake `navigator.hid`: the real one needs a person and a cable. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { headline, letGo, nextStep } from '../../../../../tests/component/updatePage.ts'
import { loseWebHid, replaceHid } from '../../../../../tests/component/webHid.ts'

afterEach(letGo)

/** Returns the browser's chooser. */
function fakeHid({ granted, chosen, openFails, name }: { granted: number; chosen: number; openFails?: string; name?: string }) {
  const device = (index: number) =>
    Object.assign(new EventTarget(), {
      vendorId: 13_166,
      productId: index,
      productName: name ?? `Detector ${index}`,
      opened: false,
      collections: [{ inputReports: [{}], outputReports: [{}] }],
      open: () => (openFails === undefined ? Promise.resolve() : Promise.reject(new DOMException('refused', openFails))),
      close: () => Promise.resolve(),
      forget: () => Promise.resolve(),
      // Silent: it takes every frame and answers none.
      sendReport: () => Promise.resolve(),
    })
  const devices = (count: number) => Array.from({ length: count }, (_, index) => device(index + 1))
  const requestDevice = vi.fn<() => Promise<EventTarget[]>>(() => Promise.resolve(devices(chosen)))
  const hid = Object.assign(new EventTarget(), { getDevices: () => Promise.resolve(devices(granted)), requestDevice })
  replaceHid(hid)
  return requestDevice
}

const open = () => openApp('/productUpdate/index', { as: 'customer', calls: createCustomer().calls })
const connect = () => page.getByRole('button', { name: 'Connect my detector', exact: true })

it('changes nothing if the browser’s chooser is closed', async () => {
  const requestDevice = fakeHid({ granted: 0, chosen: 0 })
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
  await expect.element(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
})

it('asks to unplug one of two detectors that have the same name', async () => {
  fakeHid({ granted: 2, chosen: 0, name: 'WS6' })
  await open()
  await connect().click()
  await expect.element(headline()).toMatchTextContent('Unplug one detector')
  await expect.element(nextStep().getByRole('button', { name: 'WS6' })).not.toBeInTheDocument()
  fakeHid({ granted: 1, chosen: 0, name: 'WS6' })
  await connect().click()
  await expect.element(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
})

it('shows that the detector does not respond, with a button to try again', async () => {
  fakeHid({ granted: 0, chosen: 1 })
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
