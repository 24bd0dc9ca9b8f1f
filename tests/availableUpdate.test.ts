/** What is said to be available before a detector is connected, and what its page then offers. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextOffer, type PresentDetector } from '../src/app/update/offers/nextOffer.ts'
import type { SettledFirmware } from '../src/app/update/offers/knownFirmware.ts'
import { isDraft } from '../src/app/update/offers/detectorFacts.ts'
import { pageStep, type PageStep } from '../src/app/update/pageStep.ts'
import { isInShare } from '../src/contract/releaseShare.ts'
import { isOffered, newestSafe } from '../src/contract/releaseRights.ts'
import { availableUpdate, type KnownDetector } from '../src/server/entities/firmware/availableUpdates.ts'
import { listedWithFacts } from '../src/server/entities/firmware/listedFirmware.ts'
import type { RightsRow } from '../src/server/entities/firmware/offeredFirmware.ts'
import { anyRelease, versionOf } from './support/anyRelease.ts'
import { identity, pageFacts } from './support/pageFacts.ts'

const versions = [0, 1, 2, 3, 4]
const hardwareVersions = [2, 3]
const languages = ['English', 'Français'] as const
const file = { id: 9, kind: 'firmware', filename: 'ws6.bin', sizeBytes: 100, sha256: 'a'.repeat(64) } as const
const date = new Date('2026-10-01T00:00:00.000Z')

const detector = fc.record({
  serialNumber: fc.constantFrom('0A1B2C3D4E', '0A1B2C3D4F'),
  materialVersion: fc.constantFrom(...hardwareVersions),
  installed: fc.option(fc.constantFrom(...versions), { freq: 4 }),
  installedLanguage: fc.constantFrom(...languages),
  isErased: fc.constantFrom(false, false, false, true),
  isRecalled: fc.constantFrom(false, false, true),
  isStaff: fc.constantFrom(false, false, true),
  appBuild: fc.constantFrom(4, 7, 12),
  personLanguage: fc.constantFrom('en' as const, 'fr' as const),
})
type Detector = typeof detector extends fc.Arbitrary<infer D> ? D : never

const image = (version: number) =>
  fc.record({
    release: anyRelease(version),
    wasReleased: fc.boolean(),
    language: fc.constantFrom(...languages),
    isRestored: fc.constantFrom(false, false, false, true),
  })

const cases = fc.sample(fc.record({ detector, images: fc.tuple(...versions.map(image)) }), { seed: 30, numRuns: 20_000 })
type Case = (typeof cases)[number]

/** As the database gives them, newest first. */
function rowsOf({ detector: { serialNumber, isStaff }, images }: Case): RightsRow[] {
  const all = images.toReversed().map((one) => Object.assign({}, one, { release: Object.assign({}, one.release, { isStaff }) }))
  const candidates = all.map(({ release, wasReleased }) =>
    Object.assign({ wasReleased: release.state === 'released' || wasReleased }, release),
  )
  const safe = hardwareVersions.map((version) => ({ version, id: newestSafe(candidates, version)?.id }))
  return all.map(({ release, wasReleased, language, isRestored }) => {
    const { begunOn, isInGroup } = release
    const { isNewestSafe: _, safeFor: __, statement, begunOn: ___, ...facts } = release
    const isIn = isInGroup || isInShare(release.id, release.state === 'staged' ? release.share : 1, { serialNumber })
    const maySpread = !isRestored || begunOn.length > 0
    const row = {
      id: release.id + 1,
      releaseId: release.id,
      versionName: versionOf(release.id),
      language,
      releaseDate: date,
      changeLog: null,
    }
    // A row of the database has more, which nothing here reads.
    return {
      firmware: { ...row, isBetaTest: release.state === 'beta' },
      file,
      facts,
      wasReleased,
      statement: statement === null ? null : [],
      begunOn,
      maySpread,
      inShare: { some: isIn, all: isIn },
      safeFor: maySpread ? safe.flatMap((one) => (one.id === release.id ? [one.version] : [])) : [],
    } as unknown as RightsRow
  })
}

function knownOf({ installed, installedLanguage: language, isErased, isRecalled }: Detector): SettledFirmware {
  if (installed === null) return { state: 'unknown', versionName: null }
  const versionName = versionOf(installed)
  if (isErased) return { state: 'none', firmwareId: installed + 1, versionName, outcome: null }
  return { state: 'installed', versionName, language, ...(isRecalled && { isRecalled: true as const }) }
}

/** What the server says of the same detector. */
function availableTo(one: Case) {
  const { serialNumber, materialVersion, installedLanguage: language, appBuild, personLanguage, isRecalled } = one.detector
  const known = knownOf(one.detector)
  const last = known.versionName === null ? null : { versionName: known.versionName, language, isRecalled }
  const itself: KnownDetector = { serialNumber, materialVersion, firmwareState: known.state, last }
  return availableUpdate(rowsOf(one), itself, { personLanguage, appBuild })
}

const [otherFacts] = fc.sample(pageFacts, { numRuns: 1, seed: 1 })

/** The step of the page that has the detector connected, with enough battery and a coil, and in the language of its firmware. */
function stepOf(one: Case): PageStep {
  if (otherFacts === undefined) throw new Error('there are facts')
  const { serialNumber, materialVersion: hardwareVersion, appBuild, personLanguage } = one.detector
  const known = knownOf(one.detector)
  const present: PresentDetector = { userProductId: 12, serialNumber, hardwareVersion, known, appBuild, detectorLanguage: null }
  const offered = listedWithFacts(rowsOf(one))
  const { way, kept } = nextOffer(offered, present, personLanguage)
  return pageStep({
    ...otherFacts,
    own: null,
    elsewhere: null,
    detector: { status: 'connected', isSimulated: false, label: 'WS6', identity, accessories: [] },
    known: { status: 'known', present, offered, chosen: way[0], outlook: { later: way.slice(1), kept }, isDefault: true },
  })
}

/** The versions that the page would install, in their order; null where it asks for nothing new. */
function offeredBy(step: PageStep): readonly string[] | null {
  switch (step.name) {
    case 'update':
    case 'replace':
    case 'unknown': {
      const way = [step.firmware, ...(step.outlook?.later ?? [])]
      return way.some(isDraft) ? null : way.map(({ versionName }) => versionName)
    }
    default:
      return null
  }
}

const results = cases.map((one) => ({ one, step: stepOf(one), available: availableTo(one) }))

it('what is available without a cable is what the page offers with one, whatever groups, share, requirements and holds say [T840]', () => {
  const versionsOf = (available: (typeof results)[number]['available']) => available && [...available.firstVersions, available.versionName]
  const different = results.filter(({ step, available }) => JSON.stringify(offeredBy(step)) !== JSON.stringify(versionsOf(available)))
  expect(different.slice(0, 3)).toEqual([])
  const names = new Set(results.filter(({ available }) => available !== null).map(({ step }) => step.name))
  expect(names).toEqual(new Set(['update', 'replace', 'unknown']))
  expect(new Set(results.map(({ available }) => available?.firstVersions.length))).toEqual(new Set([undefined, 0, 1, 2, 3]))
  const nothing = new Set(results.filter(({ available }) => available === null).map(({ step }) => step.name))
  expect(nothing).toEqual(new Set(['upToDate', 'otherLanguage', 'finish', 'nothingOffered', 'again', 'update', 'unknown', 'replace']))
})

it('names the battery and the coil that its steps need, which only a connected detector shows', () => {
  for (const { one, available } of results) {
    if (available === null) continue
    const steps = new Set([...available.firstVersions, available.versionName])
    const needed = one.images.filter(({ release }) => steps.has(versionOf(release.id))).map(({ release }) => release.requirements)
    expect(available.needsCoil).toBe(needed.some(({ needsCoil }) => needsCoil))
    expect(available.minimumBatteryPercent).toBe(needed.some(({ minimumBatteryPercent }) => minimumBatteryPercent !== null) ? 40 : null)
  }
})

it('is never a draft, nor what is offered to nobody', () => {
  for (const { one, available } of results) {
    if (available === null) continue
    for (const { release } of one.images.filter(({ release: its }) => versionOf(its.id) === available.versionName)) {
      expect(release.state).not.toBe('draft')
      expect(isOffered(release)).toBe(true)
    }
  }
})
