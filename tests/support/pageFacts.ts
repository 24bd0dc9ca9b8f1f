/** Everything that the update page may know, in every combination that its types allow. */
import * as fc from 'fast-check'
import type { DetectorState } from '../../src/app/detector/detectorStore.ts'
import type { SettledFirmware } from '../../src/app/update/offers/knownFirmware.ts'
import type { WaitingDetector } from '../../src/app/update/offers/otherDetectors.ts'
import type { KnownDetector, PageFacts } from '../../src/app/update/pageStep.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { firmware } from './updateWorld.ts'

export const identity = {
  protocolVersion: 2,
  serialNumber: '0A1B2C3D4E',
  productTypeId: 6,
  materialVersion: 3,
  language: 1,
  batteryPercent: 80,
  productionDate: null,
}
const causes: readonly ErrorCode[] = [
  'device.no.reply.error',
  'device.updating.error',
  'device.permission.denied.error',
  'device.open.error',
]

const detector: fc.Arbitrary<DetectorState> = fc.oneof(
  fc.constant<DetectorState>({ status: 'absent' }),
  fc.constantFrom('WS6', 'XP').map((label): DetectorState => ({
    status: 'choosing',
    candidates: [
      { key: '0A1B2C3D4E', label: 'WS6', serialNumber: '0A1B2C3D4E' },
      { key: '0A1B2C3D4F', label, serialNumber: '0A1B2C3D4F' },
    ],
  })),
  fc.constant<DetectorState>({ status: 'connecting' }),
  fc.boolean().map((isSimulated): DetectorState => ({ status: 'connected', isSimulated, label: 'WS6', identity, accessories: [] })),
  fc
    .record({ cause: fc.constantFrom('device.disconnected.error', 'device.handle.lost.error'), identity: fc.constantFrom(null, identity) })
    .map(({ cause, identity: lost }): DetectorState => ({ status: 'lost', cause, identity: lost })),
  fc.constantFrom(...causes).map((cause): DetectorState => ({ status: 'failed', cause })),
)
const versionName = fc.constantFrom('5.1', '5.2', '5.3', '6.0-beta')
const language = fc.constantFrom('English', 'Français', 'Deutsch')
const known: fc.Arbitrary<SettledFirmware> = fc.oneof(
  fc.record({ state: fc.constant('installed' as const), versionName, language }),
  fc.record({ state: fc.constant('installed' as const), versionName, language, isRecalled: fc.constant(true as const) }),
  fc.record({ state: fc.constant('none' as const), firmwareId: fc.constant(31), versionName, outcome: fc.constant(null) }),
  fc.record({ state: fc.constant('unknown' as const), versionName: fc.option(versionName) }),
)
const offer = fc.record({ id: fc.nat(), versionName, language, isBetaTest: fc.boolean() }).map((one) => Object.assign({}, firmware, one))
const error = fc
  .constantFrom<ErrorCode>('network.offline.error', 'service.unavailable.error', 'resource.not.found')
  .map((code) => new Error(code))
const knownDetector: fc.Arbitrary<KnownDetector> = fc.oneof(
  fc.constant<KnownDetector>({ status: 'loading' }),
  fc.nat(65_535).map((productTypeId): KnownDetector => ({ status: 'unknownModel', productTypeId })),
  fc.record({ status: fc.constantFrom('neverSeen' as const, 'failed' as const), error }),
  fc
    .record({
      known,
      detectorLanguage: fc.constantFrom(null, 'en', 'fr'),
      at: fc.nat(2),
      offered: fc.oneof(
        fc.array(offer, { maxLength: 3 }),
        fc.constant('loading' as const),
        error.map((thrown) => ({ error: thrown })),
      ),
    })
    .map(({ known: present, detectorLanguage, offered, at }): KnownDetector => {
      const chosen = Array.isArray(offered) ? offered[at] : undefined
      return { status: 'known', present: { known: present, detectorLanguage }, offered, chosen }
    }),
)
const waiting: fc.Arbitrary<WaitingDetector> = fc.record({
  productName: fc.constant('WS6 Master'),
  serialNumber: fc.constantFrom('0A1B2C3D4E', '0102030405'),
  serialNumberFormatted: fc.constant('0A 1B 2C 3D 4E'),
  versionName,
  percent: fc.option(fc.nat(100)),
})
export const pageFacts: fc.Arbitrary<PageFacts> = fc.record({
  own: fc.option(fc.record({ versionName })),
  reach: fc.constantFrom('supported' as const, 'otherBrowser' as const, 'notSecure' as const, 'phone' as const),
  elsewhere: fc.option(
    fc.record({
      progress: fc.option(
        fc.record({ userProductId: fc.constant(12), productName: fc.constant('WS6'), versionName, percent: fc.nat(100) }),
      ),
    }),
  ),
  detector,
  known: knownDetector,
  waiting: fc.array(waiting, { maxLength: 2 }),
  ended: fc.option(
    fc.boolean().map((hasRestarted) => ({
      owner: 7,
      target: { userProductId: 12, productName: 'WS6 Master', versionName: '5.3', language: 'en', before: null },
      changeLog: null,
      hasRestarted,
      at: '2026-11-25T12:44:00.000Z',
      tookMs: 13_000,
    })),
    { freq: 2 },
  ),
  updating: fc.array(waiting, { maxLength: 2 }),
  silent: fc.array(
    fc.tuple(waiting, fc.boolean()).map(([one, hasErased]) => Object.assign({ hasErased, heardAt: '2026-11-25T12:31:00.000Z' }, one)),
    { maxLength: 2 },
  ),
  recalled: fc.array(
    fc
      .tuple(waiting, fc.constantFrom(12, 13), fc.constantFrom('2026-11-24T08:00:00.000Z', '2026-11-26T08:00:00.000Z'))
      .map(([one, userProductId, withdrawnAt]) => Object.assign({ userProductId, withdrawnAt }, one)),
    { maxLength: 2 },
  ),
})
