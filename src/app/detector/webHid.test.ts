import { afterEach, expect, it, vi } from 'vitest'
import { asAppError, type ErrorCode } from '../../errors.ts'
import { allowedDetectors, chooseByBrowser, openDetector } from './webHid.ts'

const bothWays = [{ inputReports: [{}], outputReports: [{}] }]

/** A WebHID device with the properties that the code reads. */
function fakeDevice(device: { vendorId?: number; collections?: object[]; opened?: boolean; open?: () => Promise<void> }): HIDDevice {
  const fake = { vendorId: 13166, collections: bothWays, opened: false, open: () => Promise.resolve(), ...device }
  // The rest of a HIDDevice is never touched here.
  return fake as unknown as HIDDevice
}

function stubBrowser(devices: HIDDevice[], userAgent = 'X11; Linux x86_64'): void {
  const answer = () => Promise.resolve(devices)
  vi.stubGlobal('navigator', { userAgent, hid: { getDevices: answer, requestDevice: answer } })
}

async function codeOf(work: Promise<void>): Promise<ErrorCode | null> {
  return work.then(
    () => null,
    (thrown: unknown) => asAppError(thrown).code,
  )
}

function refusal(name: string): () => Promise<void> {
  return () => Promise.reject(new DOMException('Failed to open the device.', name))
}

afterEach(() => vi.unstubAllGlobals())

it('chooses nothing when the chooser is closed without a choice', async () => {
  stubBrowser([])
  expect(await chooseByBrowser()).toBeNull()
})

it('uses the interface of a detector that has input and output reports', async () => {
  const keyboard = fakeDevice({ collections: [{ inputReports: [{}] }] })
  const detector = fakeDevice({})
  stubBrowser([keyboard, detector])
  expect(await chooseByBrowser()).toBe(detector)
})

it('lists detectors, and no devices of other makers [T326]', async () => {
  const [one, other] = [fakeDevice({}), fakeDevice({})]
  stubBrowser([one, fakeDevice({ vendorId: 1 }), other])
  expect(await allowedDetectors()).toEqual([one, other])
})

it('reports a missing permission on Linux without a udev rule', async () => {
  stubBrowser([])
  expect(await codeOf(openDetector(fakeDevice({ open: refusal('NotAllowedError') })))).toBe('device.permission.denied.error')
})

it('reports that another program uses the detector where no rule is needed', async () => {
  stubBrowser([], 'Windows NT 10.0; Win64; x64')
  expect(await codeOf(openDetector(fakeDevice({ open: refusal('NotAllowedError') })))).toBe('device.in.use.error')
})

it('reports that it could not open for any other reason', async () => {
  stubBrowser([])
  expect(await codeOf(openDetector(fakeDevice({ open: refusal('NetworkError') })))).toBe('device.open.error')
  expect(await codeOf(openDetector(fakeDevice({ open: refusal('InvalidStateError') })))).toBe('device.open.error')
})

it('uses a detector that is already open, or that another call has just opened', async () => {
  stubBrowser([])
  expect(await codeOf(openDetector(fakeDevice({ opened: true, open: refusal('InvalidStateError') })))).toBeNull()
  let isOpen = false
  const raced = fakeDevice({
    open: () => {
      isOpen = true
      return refusal('InvalidStateError')()
    },
  })
  Object.defineProperty(raced, 'opened', { get: () => isOpen })
  expect(await codeOf(openDetector(raced))).toBeNull()
})
