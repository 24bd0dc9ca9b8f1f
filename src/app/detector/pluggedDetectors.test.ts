import { afterEach, expect, it, vi } from 'vitest'
import type { HidDevice } from '../../device/hidDevice.ts'
import { vendorId } from '../../device/protocol/hidReport.ts'
import { countPlugged, rememberPlugged } from './pluggedDetectors.ts'

afterEach(() => vi.unstubAllGlobals())

/** Only what is read of it. */
const fakeDevice = () => ({ vendorId, collections: [{ inputReports: [{}], outputReports: [{}] }] }) as unknown as HidDevice

it('counts two interfaces of one detector once, and what is plugged in later as added', async () => {
  const [mute, answering, later] = [fakeDevice(), fakeDevice(), fakeDevice()]
  const plugged = [mute, answering]
  vi.stubGlobal('navigator', { hid: { getDevices: async () => plugged } })
  await rememberPlugged(
    new Map([
      [mute, null],
      [answering, '0A1B2C3D4E'],
    ]),
  )
  expect(await countPlugged()).toEqual({ pluggedDetectors: 1, addedDetectors: 0 })
  plugged.push(later)
  expect(await countPlugged()).toEqual({ pluggedDetectors: 2, addedDetectors: 1 })
})
