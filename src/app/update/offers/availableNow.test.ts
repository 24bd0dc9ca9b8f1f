import { expect, it } from 'vitest'
import { availableNow } from './availableNow.ts'
import type { KnownFirmware } from './knownFirmware.ts'

const available = { versionName: '5.5', firstVersions: ['5.3'], minimumBatteryPercent: 40, needsCoil: true }
const installed = (versionName: string): KnownFirmware => ({ state: 'installed', versionName, language: 'fr' })
const said = (known: KnownFirmware) => availableNow({ available }, known)

it('is what the server says, as long as this computer knows nothing newer of the detector', () => {
  expect(said(installed('5.2'))).toEqual(available)
  expect(said(installed('5.3'))).toEqual({ ...available, firstVersions: [] })
  expect(said(installed('5.5'))).toBeNull()
  expect(said({ state: 'unknown', versionName: null })).toEqual(available)
  expect(availableNow({ available: null }, installed('5.2'))).toBeNull()
})

it('replaces a withdrawn version by an older one too', () => {
  const older = { ...available, versionName: '5.1', firstVersions: [] }
  expect(availableNow({ available: older }, { state: 'installed', versionName: '5.2', language: 'fr', isRecalled: true })).toEqual(older)
})

it.each<KnownFirmware>([
  { state: 'none', firmwareId: 1, versionName: '5.2', outcome: null },
  { state: 'updating', versionName: '5.5', percent: 40 },
  { state: 'silent', versionName: '5.5', heardAt: '2026-11-25T14:00:00.000Z', hasErased: true },
])('is not said while the detector is $state: that comes first', (known) => {
  expect(said(known)).toBeNull()
})
