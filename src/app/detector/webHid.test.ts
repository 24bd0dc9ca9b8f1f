import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HidBus, HidConnection, HidDevice } from '../../device/hidDevice.ts'
import { asAppError, type ErrorCode } from '../../errors.ts'
import { allowedDetectors, chooseByBrowser, openDetector, watchedPort } from './webHid.ts'

const bothWays = [{ inputReports: [{ reportId: 0 }], outputReports: [{ reportId: 0 }] }]

/** A WebHID device with the properties that the code reads. */
function fakeDevice(device: { vendorId?: number; collections?: object[]; opened?: boolean; open?: () => Promise<void> }): HidDevice {
  const fake = { vendorId: 13166, collections: bothWays, opened: false, open: () => Promise.resolve(), ...device }
  // The rest of a HIDDevice is never touched here.
  return fake as unknown as HidDevice
}

let page: EventTarget

/** `choose` is what the person does while the chooser is shown: it takes the focus. */
function busWith(devices: HidDevice[], choose: () => unknown = () => page.dispatchEvent(new Event('blur'))): HidBus {
  const requestDevice = async () => {
    await choose()
    return devices
  }
  return { getDevices: async () => devices, requestDevice, addEventListener: () => {}, removeEventListener: () => {} }
}

async function codeOf(work: Promise<unknown>): Promise<ErrorCode | null> {
  return work.then(
    () => null,
    (thrown: unknown) => asAppError(thrown).code,
  )
}

/** Opens it on a computer where a detector has been opened before, or never. */
function open(device: HidDevice, { hasOpened = null, isPlugged = true }: { hasOpened?: string | null; isPlugged?: boolean } = {}) {
  const set = vi.fn<(text: string) => void>()
  const bus = busWith(isPlugged ? [device] : [])
  const code = codeOf(openDetector({ bus, isSimulated: false, hasOpened: { get: () => hasOpened, set } }, device))
  return { code, set }
}

function refusal(name: string): () => Promise<void> {
  return () => Promise.reject(new DOMException('Failed to open the device.', name))
}

const linux = { userAgent: 'X11; Linux x86_64' }

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', linux)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('chooses nothing when the chooser is closed without a choice, which has the focus or takes a person some time', async () => {
  expect(await chooseByBrowser(busWith([]))).toEqual([])
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(300)
  expect(await chooseByBrowser(busWith([], () => {}))).toEqual([])
})

it('knows that HID is forbidden by a choice that nobody can have made', async () => {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(299)
  expect(await codeOf(chooseByBrowser(busWith([], () => {})))).toBe('device.forbidden.error')
})

it('uses the interfaces of a detector that have input and output reports', async () => {
  const keyboard = fakeDevice({ collections: [{ inputReports: [{}] }] })
  const [detector, other] = [fakeDevice({}), fakeDevice({})]
  expect(await chooseByBrowser(busWith([keyboard, detector, other]))).toEqual([detector, other])
})

it('says at once that it does not speak numbered reports, if no interface has others', async () => {
  const numbered = fakeDevice({ collections: [{ inputReports: [{ reportId: 1 }], outputReports: [{ reportId: 2 }] }] })
  const detector = fakeDevice({})
  expect(await codeOf(chooseByBrowser(busWith([numbered])))).toBe('device.numbered.reports.error')
  expect(await chooseByBrowser(busWith([numbered, detector]))).toEqual([detector])
  expect(await allowedDetectors(busWith([numbered, detector]))).toEqual([detector])
})

it('lists detectors, and no devices of other makers [T326]', async () => {
  const [one, other] = [fakeDevice({}), fakeDevice({})]
  expect(await allowedDetectors(busWith([one, fakeDevice({ vendorId: 1 }), other]))).toEqual([one, other])
})

it('asks for a udev rule on Linux only while no detector has ever been opened', async () => {
  const denied = fakeDevice({ open: refusal('NotAllowedError') })
  expect(await open(denied).code).toBe('device.permission.denied.error')
  expect(await open(denied, { hasOpened: 'yes' }).code).toBe('device.in.use.error')
})

it('remembers the first that could be opened', async () => {
  const { code, set } = open(fakeDevice({}))
  expect(await code).toBeNull()
  expect(set).toHaveBeenCalledOnce()
})

it('reports that another program uses the detector where no rule is needed', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Windows NT 10.0; Win64; x64' })
  expect(await open(fakeDevice({ open: refusal('NotAllowedError') })).code).toBe('device.in.use.error')
})

it('reports that it could not open for any other reason', async () => {
  expect(await open(fakeDevice({ open: refusal('NetworkError') })).code).toBe('device.open.error')
  expect(await open(fakeDevice({ open: refusal('InvalidStateError') })).code).toBe('device.open.error')
})

it.each(['NotAllowedError', 'NetworkError'])('names no other reason (%s) for a detector that is gone', async (name) => {
  expect(await open(fakeDevice({ open: refusal(name) }), { isPlugged: false }).code).toBe('device.handle.lost.error')
})

it('says of a detector that was unplugged before it could be opened that it was', async () => {
  const device = fakeDevice({ open: refusal('NotAllowedError') })
  const events = new Map<string, (event: HidConnection) => void>()
  const bus: HidBus = { ...busWith([]), addEventListener: (type, listener) => void events.set(type, listener) }
  const port = watchedPort({ bus, isSimulated: false, hasOpened: { get: () => 'yes', set: () => {} } })
  events.get('disconnect')?.({ device: fakeDevice({}) })
  expect(await codeOf(openDetector(port, device))).toBe('device.handle.lost.error')
  events.get('disconnect')?.({ device })
  expect(await codeOf(openDetector(port, device))).toBe('device.disconnected.error')
})

it('uses a detector that is already open, or that another call has just opened', async () => {
  expect(await open(fakeDevice({ opened: true, open: refusal('InvalidStateError') })).code).toBeNull()
  let isOpen = false
  const raced = fakeDevice({
    open: () => {
      isOpen = true
      return refusal('InvalidStateError')()
    },
  })
  Object.defineProperty(raced, 'opened', { get: () => isOpen })
  expect(await open(raced).code).toBeNull()
})
