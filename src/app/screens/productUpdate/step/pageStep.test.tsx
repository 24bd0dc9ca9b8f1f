import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { firmware } from '../../../../../tests/support/updateWorld.ts'
import type { ErrorCode } from '../../../../errors.ts'
import type { DetectorState } from '../../../detector/detectorStore.ts'
import type { KnownFirmware } from '../../../update/offers/knownFirmware.ts'
import { type KnownDetector, type PageFacts, pageStep, type WaitingDetector } from '../../../update/pageStep.ts'
import { StepPanel } from './StepPanel.tsx'

const identity = {
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
  fc.constant<DetectorState>({ status: 'choosing', candidates: [{ key: '0', label: 'WS6 (1)' }] }),
  fc.constant<DetectorState>({ status: 'connecting' }),
  fc.boolean().map((isSimulated): DetectorState => ({ status: 'connected', isSimulated, label: 'WS6', identity, accessories: [] })),
  fc.constantFrom(null, identity).map((lost): DetectorState => ({ status: 'lost', identity: lost })),
  fc.constantFrom(...causes).map((cause): DetectorState => ({ status: 'failed', cause })),
)
const versionName = fc.constantFrom('5.1', '5.2', '5.3', '6.0-beta')
const language = fc.constantFrom('English', 'Français', 'Deutsch')
const known: fc.Arbitrary<KnownFirmware> = fc.oneof(
  fc.record({ state: fc.constant('installed' as const), versionName, language }),
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
const facts: fc.Arbitrary<PageFacts> = fc.record({
  reach: fc.constantFrom('supported' as const, 'otherBrowser' as const, 'notSecure' as const, 'phone' as const),
  elsewhere: fc.option(
    fc.record({ progress: fc.option(fc.record({ productName: fc.constant('WS6'), versionName, percent: fc.nat(100) })) }),
  ),
  detector,
  known: knownDetector,
  waiting: fc.array(waiting, { maxLength: 2 }),
})

const upToDate = { en: /up to date/i, fr: /(?<!\b(?:mise?|mettre|met) )à jour/i } as const

describe.each(['en', 'fr'] as const)('the update page, in every state that its types allow (%s)', (locale) => {
  beforeAll(async () => {
    // Vitest loads the catalog with the build's loader.
    const { messages } = (await import(/* @vite-ignore */ `../../../../../locales/${locale}.po`)) as { messages: Record<string, string> }
    i18n.load(locale, messages)
    i18n.activate(locale)
  })

  it('has one headline and one sentence, and says "up to date" only when that firmware is installed', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const step = pageStep(one)
        const html = renderToStaticMarkup(
          <I18nProvider i18n={i18n}>
            <StepPanel step={step} />
          </I18nProvider>,
        )
        expect(html.match(/<h2/g)).toHaveLength(1)
        expect(html.match(/<p[ >]/g)).toHaveLength(1)
        expect(html.replaceAll(/<[^>]*>/g, '').trim()).not.toBe('')
        const isInstalled =
          one.elsewhere === null && one.detector.status === 'connected' && 'known' in step && step.known.state === 'installed'
        expect(upToDate[locale].test(html) && !(step.name === 'upToDate' && isInstalled)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })
})

const isWithout = ({ known: one }: PageFacts) => one.status === 'known' && one.present.known.state === 'none' && one.chosen !== undefined

it('is up to date only when nothing newer is offered in that language', () => {
  const every = fc.sample(facts, { numRuns: 20_000, seed: 2 })
  const connected: DetectorState = { status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] }
  const steps = every.map((one) => ({ one, step: pageStep({ ...one, elsewhere: null, detector: connected }) }))
  const done = steps.filter(({ step }) => step.name === 'upToDate')
  expect(done.length).toBeGreaterThan(0)
  for (const { one, step } of done) {
    if (one.known.status !== 'known' || !Array.isArray(one.known.offered) || step.name !== 'upToDate') continue
    expect(one.known.offered.find(({ language: its }) => its === step.firmware.language)?.id).toBe(step.firmware.id)
  }
  expect(steps.some(({ step }) => step.name === 'again')).toBe(true)
})

it('offers to finish the update of every detector without firmware', () => {
  const connected: DetectorState = { status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] }
  const names = (one: PageFacts) => pageStep({ ...one, elsewhere: null, detector: connected }).name
  const every = fc.sample(facts, { numRuns: 2_000, seed: 1 })
  expect(every.filter((one) => isWithout(one) !== (names(one) === 'finish'))).toEqual([])
  expect(every.some(isWithout)).toBe(true)
})
