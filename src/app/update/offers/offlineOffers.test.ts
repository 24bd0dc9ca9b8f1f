import { describe, expect, it } from 'vitest'
import { holdOf, releaseOf, required } from '../../../../tests/support/releases.ts'
import { firmware as anyFirmware } from '../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { OfferedDetector } from './detectorFacts.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import { offlineOffers } from './offlineOffers.ts'

const userProductId = 12
const offer = (id: number, release: NonNullable<OfferedFirmware['release']>): OfferedFirmware => ({ ...anyFirmware, id, release })
const installed: SettledFirmware = { state: 'installed', versionName: '5.1', language: 'fr' }
const has = (versionName: string): SettledFirmware => ({ state: 'installed', versionName, language: 'fr' })
const erasedBy = (firmwareId: number): SettledFirmware => ({ state: 'none', firmwareId, versionName: '5.2', outcome: null })
const detector = (known: SettledFirmware, hardwareVersion = 3): OfferedDetector => ({
  userProductId,
  serialNumber: '0A1B2C3D4E',
  hardwareVersion,
  known,
  appBuild: 7,
})

describe('of a model’s firmware, what is fetched ahead', () => {
  const listed = [
    offer(9, releaseOf('draft')),
    offer(8, releaseOf('halted', { begunOn: [userProductId] })),
    offer(7, releaseOf('released')),
    offer(6, releaseOf('released')),
  ]
  const rolesFor = (...known: SettledFirmware[]) =>
    offlineOffers(
      listed,
      known.map((one) => detector(one)),
      'fr',
    ).map(({ firmware: { id }, role }) => `${id} ${role}`)

  it('is the newest that customers are offered, neither a draft nor what is only for finishing', () => {
    expect(rolesFor(installed)).toEqual(['9 draft', '7 newest', '6 older'])
    expect(rolesFor()).toEqual([])
  })

  it('is also what one of the detectors needs that has no firmware', () => {
    expect(rolesFor(installed, erasedBy(8))).toEqual(['9 draft', '8 unfinished', '7 newest', '6 older'])
    expect(rolesFor(erasedBy(6))).toEqual(['9 draft', '7 newest', '6 unfinished'])
    expect(rolesFor(erasedBy(9))).toEqual(['9 unfinished', '7 newest', '6 older'])
  })

  const released = (id: number, versionName: string, others: Parameters<typeof releaseOf>[1] = {}) => ({
    ...offer(id, releaseOf('released', others)),
    versionName,
  })

  it('is the whole way to the newest, for each detector its own', () => {
    const steps = [
      released(4, '5.5', { requirements: required({ steppingStone: '5.0' }) }),
      released(3, '5.2'),
      released(2, '5.0', { requirements: required({ steppingStone: '4.5' }) }),
      released(1, '4.5'),
    ]
    const roles = (...known: SettledFirmware[]) =>
      offlineOffers(
        steps,
        known.map((one) => detector(one)),
        'fr',
      ).map(({ firmware: { id }, role }) => `${id} ${role}`)
    expect(roles(has('4.0'))).toEqual(['4 newest', '3 older', '2 step', '1 step'])
    expect(roles(has('5.2'))).toEqual(['4 newest', '3 older', '2 older', '1 older'])
    expect(roles(erasedBy(9))).toEqual(['4 newest', '3 older', '2 older', '1 older'])
  })

  it('is not what is held back from all of the detectors', () => {
    const held = [released(2, '5.5', { holds: [holdOf([3])] }), released(1, '5.0')]
    const roles = (...hardwareVersions: number[]) =>
      offlineOffers(
        held,
        hardwareVersions.map((hardwareVersion) => detector(installed, hardwareVersion)),
        'fr',
      ).map(({ firmware: { id }, role }) => `${id} ${role}`)
    expect(roles(3)).toEqual(['1 newest'])
    expect(roles(2, 3)).toEqual(['2 newest', '1 newest'])
  })

  it('is in the language of the detector, or else of the person', () => {
    const twice = [
      { ...released(2, '5.5'), language: 'English' },
      { ...released(1, '5.5'), language: 'Français' },
    ]
    const roles = (known: SettledFirmware, person: string) =>
      offlineOffers(twice, [detector(known)], person).map(({ firmware: { id }, role }) => `${id} ${role}`)
    expect(roles({ state: 'unknown', versionName: null }, 'fr')).toEqual(['2 older', '1 newest'])
    expect(roles({ state: 'installed', versionName: '5.0', language: 'English' }, 'fr')).toEqual(['2 newest', '1 older'])
  })
})
