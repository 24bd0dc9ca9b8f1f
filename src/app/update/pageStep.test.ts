import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identity, pageFacts } from '../../../tests/support/pageFacts.ts'
import { releaseOf } from '../../../tests/support/releases.ts'
import { firmware } from '../../../tests/support/updateWorld.ts'
import type { DetectorState } from '../detector/detectorStore.ts'
import { mustAsk } from './offers/firmwareOffer.ts'
import { type PageFacts, pageStep } from './pageStep.ts'

const connected: DetectorState = { status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] }
const stepWhenConnected = (one: PageFacts) => pageStep({ ...one, own: null, elsewhere: null, detector: connected })
const isHandleLost = ({ detector }: PageFacts) => detector.status === 'lost' && detector.cause === 'device.handle.lost.error'
const isFree = (facts: PageFacts) => facts.detector.status === 'absent' || (facts.detector.status === 'lost' && !isHandleLost(facts))
const isLostHere = ({ detector, waiting }: PageFacts) =>
  detector.status === 'lost' && waiting.some(({ serialNumber }) => serialNumber === detector.identity?.serialNumber)
const isWithout = ({ known: one }: PageFacts) => one.status === 'known' && one.present.known.state === 'none' && one.chosen !== undefined

it('is up to date only when nothing newer is offered in that language', () => {
  const every = fc.sample(pageFacts, { numRuns: 20_000, seed: 2 })
  const steps = every.map((one) => ({ one, step: stepWhenConnected(one) }))
  const done = steps.filter(({ step }) => step.name === 'upToDate')
  expect(done.length).toBeGreaterThan(0)
  for (const { one, step } of done) {
    if (one.known.status !== 'known' || !Array.isArray(one.known.offered) || step.name !== 'upToDate') continue
    expect(one.known.offered.find(({ language: its }) => its === step.firmware.language)?.id).toBe(step.firmware.id)
  }
  expect(steps.some(({ step }) => step.name === 'again')).toBe(true)
})

it('calls a detector up to date that has what customers are offered, or the draft itself', () => {
  const [released, draft] = [firmware, { ...firmware, id: 32, versionName: '5.3', release: releaseOf('draft') }]
  const [some] = fc.sample(pageFacts, { numRuns: 1, seed: 8 })
  const names = [released, draft].map((chosen) => {
    const present = { known: { ...chosen, state: 'installed' as const }, detectorLanguage: null }
    return some && stepWhenConnected({ ...some, known: { status: 'known', present, offered: [released, draft], chosen } }).name
  })
  expect(names).toEqual(['upToDate', 'upToDate'])
})

it('asks nobody to go back to what is offered because their own version is not any more, and does what they choose', () => {
  const [some] = fc.sample(pageFacts, { numRuns: 1, seed: 9 })
  const present = { known: { state: 'installed' as const, versionName: '5.5', language: firmware.language }, detectorLanguage: null }
  const names = [true, false].map((isDefault) => {
    const known = { status: 'known', present, offered: [firmware], chosen: firmware, isDefault } as const
    return some && stepWhenConnected({ ...some, known }).name
  })
  expect(names).toEqual(['upToDate', 'older'])
})

it('says with every offer and without one what is kept from the detector', () => {
  const [some] = fc.sample(pageFacts, { numRuns: 1, seed: 10 })
  const outlook = { later: [], kept: { firmware, because: { kind: 'appBuild' as const } } }
  const present = { known: { state: 'unknown' as const, versionName: null }, detectorLanguage: null }
  for (const chosen of [firmware, undefined]) {
    const known = { status: 'known', present, offered: [], chosen, outlook } as const
    expect(some && stepWhenConnected({ ...some, known })).toMatchObject({ name: chosen ? 'unknown' : 'nothingOffered', outlook })
  }
})

it('offers to finish the update of every detector without firmware', () => {
  const every = fc.sample(pageFacts, { numRuns: 2_000, seed: 1 })
  expect(every.filter((one) => isWithout(one) !== (stepWhenConnected(one).name === 'finish'))).toEqual([])
  expect(every.some(isWithout)).toBe(true)
})

it('says that nothing is offered only where the server said so', () => {
  const every = fc.sample(pageFacts, { numRuns: 2_000, seed: 3 })
  const named = (wanted: (offered: unknown) => boolean) => {
    const found = every.filter(({ known: one }) => one.status === 'known' && one.chosen === undefined && wanted(one.offered))
    return [...new Set(found.map((one) => stepWhenConnected(one).name))]
  }
  expect(named((offered) => offered === 'loading')).toEqual(['identifying'])
  expect(named(Array.isArray)).toEqual(['nothingOffered'])
  expect(named((offered) => offered !== 'loading' && !Array.isArray(offered))).toEqual(['notOffered'])
})

it('says that an update is running, wherever it runs, and offers to finish none of these', () => {
  const every = fc.sample(pageFacts, { numRuns: 5_000, seed: 4 }).map((one) => ({ one, step: pageStep(one) }))
  const here = every.filter(({ one: { own, elsewhere } }) => own !== null || elsewhere !== null)
  expect(here.filter(({ step }) => step.name !== 'updating')).toEqual([])
  const elsewhere = every.filter((each) => !here.includes(each) && each.one.updating.length > 0 && isFree(each.one))
  // What was unplugged here in the middle of its update comes first.
  const others = elsewhere.filter(({ one, step }) => step.name !== 'updating' && !isLostHere(one))
  expect(others).toEqual([])
  const places = new Set(every.flatMap(({ step }) => (step.name === 'updating' ? [step.where] : [])))
  expect([...places].toSorted()).toEqual(['here', 'otherComputer', 'otherTab'])
})

it('claims nothing of a silent update while anything else is known', () => {
  const here = { own: null, elsewhere: null, reach: 'supported' } as const
  const every = fc.sample(pageFacts, { numRuns: 5_000, seed: 5 }).map((one) => Object.assign(one, here))
  const silent = every.filter((one) => pageStep(one).name === 'silent')
  expect(silent.length).toBeGreaterThan(0)
  for (const one of silent) expect([...one.waiting, ...one.updating]).toEqual([])
})

it('says that the browser has lost the detector, whatever else waits, and claims nothing of its cable', () => {
  const lost: DetectorState = { status: 'lost', cause: 'device.handle.lost.error', identity }
  const here = { own: null, elsewhere: null, updating: [], reach: 'supported', detector: lost } as const
  for (const one of fc.sample(pageFacts, { numRuns: 200, seed: 11 })) expect(pageStep({ ...one, ...here }).name).toBe('handleLost')
})

it('keeps saying how the last update here ended, but after a success a detector without firmware comes first', () => {
  const idle = { own: null, elsewhere: null, updating: [], recalled: [], reach: 'supported', detector: { status: 'absent' } } as const
  const told = fc.sample(pageFacts, { numRuns: 500, seed: 6 }).map((one) => {
    const step = pageStep({ ...one, ...idle }).name
    return `${one.ended === null ? 'nothing' : one.ended.hasRestarted ? 'yes' : 'no'}, ${one.waiting.length > 0 ? 'waiting' : 'none'}: ${step}`
  })
  expect([...new Set(told)].toSorted()).toEqual([
    'no, none: notRestarted',
    'no, waiting: notRestarted',
    'nothing, none: connect',
    'nothing, none: silent',
    'nothing, waiting: waiting',
    'yes, none: restarted',
    'yes, waiting: waiting',
  ])
})

const withCandidates = (...labels: string[]): DetectorState => ({
  status: 'choosing',
  candidates: labels.map((label, index) => ({ key: String(index), label, serialNumber: `0A1B2C3D${index}E` })),
})

it.each([
  ['choosing', ['WS6', 'XP']],
  ['alike', ['WS6', 'WS6']],
  ['alike', ['WS6', 'XP', 'WS6']],
] as const)('is "%s" with %j plugged in: a choice needs different names', (name, labels) => {
  const free = { own: null, elsewhere: null, updating: [], reach: 'supported', detector: withCandidates(...labels) } as const
  for (const one of fc.sample(pageFacts, { numRuns: 50, seed: 7 })) expect(pageStep({ ...one, ...free }).name).toBe(name)
})

function endOf(userProductId: number, at: string): NonNullable<PageFacts['ended']> {
  const target = { userProductId, productName: 'WS6 Master', versionName: '5.5', language: 'en', before: null }
  return { owner: 7, target, changeLog: null, hasRestarted: true, at, tookMs: 13_000 }
}

describe('a withdrawn version', () => {
  const [some] = fc.sample(pageFacts, { numRuns: 1, seed: 11 })
  const recalledAt = '2026-11-24T08:00:00.000Z'
  const one = { userProductId: 12, productName: 'WS6 Master', serialNumber: identity.serialNumber, serialNumberFormatted: '0A 1B 2C 3D 4E' }
  const recall = { ...one, versionName: '5.5', withdrawnAt: recalledAt }
  const known = { state: 'installed', versionName: '5.5', language: firmware.language, isRecalled: true } as const
  const present = { known, detectorLanguage: null }
  const absent: DetectorState = { status: 'absent' }
  const lost: DetectorState = { status: 'lost', cause: 'device.disconnected.error', identity }
  const idle = {
    own: null,
    elsewhere: null,
    ended: null,
    waiting: [],
    updating: [],
    silent: [],
    reach: 'supported',
    detector: absent,
  } as const
  const stepOf = (facts: Partial<PageFacts>) => some && pageStep({ ...some, ...idle, recalled: [recall], ...facts })

  it('is told before the plain connection, of the unplugged detector first', () => {
    const other = { ...recall, userProductId: 13, serialNumber: '0102030405' }
    expect(stepOf({ detector: absent })).toEqual({ name: 'recalled', detector: recall, isLost: false })
    expect(stepOf({ detector: lost, recalled: [other, recall] })).toEqual({ name: 'recalled', detector: recall, isLost: true })
    expect(stepOf({ detector: lost, recalled: [other] })).toEqual({ name: 'recalled', detector: other, isLost: false })
    expect(stepOf({ recalled: [] })?.name).toBe('connect')
  })

  it('is told after what is more urgent: an interrupted update, or one that may still be running', () => {
    const waiting = { ...one, versionName: '5.5', percent: null }
    const silent = { ...one, versionName: '5.5', heardAt: recalledAt, hasErased: true }
    expect(stepOf({ waiting: [waiting] })?.name).toBe('waiting')
    expect(stepOf({ silent: [silent] })?.name).toBe('silent')
    expect(stepOf({ ended: { ...endOf(13, recalledAt), hasRestarted: false } })?.name).toBe('notRestarted')
  })

  it('is told after how another detector’s update has just ended, but not after one before the recall or of that version', () => {
    const [before, after] = ['2026-11-23T08:00:00.000Z', '2026-11-25T08:00:00.000Z']
    expect(stepOf({ ended: endOf(13, after) })?.name).toBe('restarted')
    expect(stepOf({ ended: endOf(13, before) })?.name).toBe('recalled')
    expect(stepOf({ ended: endOf(12, after) })?.name).toBe('recalled')
  })

  it.each(['5.4', '5.6'])('is replaced with %s, whether chosen or not, and without a question about an older version', (versionName) => {
    const chosen = { ...firmware, versionName }
    for (const isDefault of [true, false]) {
      const step = some && stepWhenConnected({ ...some, known: { status: 'known', present, offered: [chosen], chosen, isDefault } })
      expect(step).toMatchObject({ name: 'replace', known })
      expect(step?.name === 'replace' && mustAsk(step.change)).toBe(false)
    }
  })

  it('is replaced after a question about another language', () => {
    const chosen = { ...firmware, versionName: '5.4', language: 'Deutsch' }
    const step = some && stepWhenConnected({ ...some, known: { status: 'known', present, offered: [chosen], chosen, isDefault: true } })
    expect(step?.name === 'replace' && mustAsk(step.change)).toBe(true)
  })

  it('is never up to date', () => {
    const every = fc.sample(pageFacts, { numRuns: 5_000, seed: 12 }).map((each) => stepWhenConnected(each))
    const recalled = every.filter((step) => 'known' in step && step.known.state === 'installed' && step.known.isRecalled === true)
    expect(recalled.length).toBeGreaterThan(0)
    expect(recalled.filter(({ name }) => name === 'upToDate')).toEqual([])
  })
})
