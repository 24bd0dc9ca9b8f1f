/**
 * Among all facts that the update page can have, no sentence and no advice contradicts one of them, and each names one cause at most. What each
 * needs stands in docs/evidence.md.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeInLanguages, hookOf, textOf } from '../../../../../tests/support/shownText.tsx'
import { noRequirements } from '../../../../contract/requirements.ts'
import type { FirmwareAfterFailure, Locale } from '../../../../contract/rules.ts'
import { worstFaultShare } from '../../../../device/link/linkQuality.ts'
import { AppError, type ErrorCode, errorCatalogue } from '../../../../errors.ts'
import { setDetector } from '../../../detector/detectorStore.ts'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { type Check, type CheckFacts, checkNames, evaluateChecks, lowBatteryPercent } from '../../../update/checks/checks.ts'
import { learnedAdvice } from '../../../update/learnedAdvice.ts'
import { CheckList } from '../checks/CheckList.tsx'
import { useFailureAdvice } from './useFailureAdvice.ts'

type Cause = 'cable' | 'battery' | 'tab' | 'program' | 'network' | 'otherDetector'

/** A sentence that has one of these words names that cause, or says what to do about it. */
const words: Readonly<Record<Locale, Readonly<Record<Cause, RegExp>>>> = {
  en: {
    cable: /cable|\bport\b|\bhub\b/i,
    battery: /batter|charge/i,
    tab: /\btab\b/i,
    program: /program\b|programs\b/i,
    network: /internet/i,
    otherDetector: /another detector|other detector|same detector|different detector|more than one detector|the one you want/i,
  },
  fr: {
    cable: /câble|\bport\b|\bhub\b/i,
    battery: /batterie|charge[zr]/i,
    tab: /onglet/i,
    program: /programme/i,
    network: /internet/i,
    otherDetector: /autre détecteur|même détecteur|plus d’un détecteur|plusieurs détecteurs|celui que vous/i,
  },
}

const causesIn = (text: string, locale: Locale) =>
  (Object.keys(words[locale]) as Cause[]).filter((cause) => words[locale][cause].test(text))

const batteries = [null, 0, 14, 15, 29, 30, 87, 100]
const clean = { roundTripMs: 2, faultShare: 0, foreignFrames: 0 }
const links: readonly CheckFacts['link'][] = [
  null,
  clean,
  { ...clean, faultShare: 0.05 },
  { ...clean, faultShare: 0.3 },
  { ...clean, foreignFrames: 2 },
  { cause: 'device.no.reply.error' },
  { cause: 'device.busy.error' },
  { cause: 'device.disconnected.error' },
]
const deviceCauses = (Object.keys(errorCatalogue) as ErrorCode[]).filter((code) => code.startsWith('device.'))
const causes: readonly ErrorCode[] = [...deviceCauses, 'update.interrupted.error', 'network.offline.error', 'internal.server.error']
const times = [1, 2, 3, 4, 9]

function product<T extends object>(choices: { readonly [K in keyof T]: readonly T[K][] }): T[] {
  return (Object.entries(choices) as [keyof T, readonly T[keyof T][]][]).reduce<T[]>(
    (found, [key, values]) => found.flatMap((one) => values.map((value) => ({ ...one, [key]: value }))),
    [{} as T],
  )
}

const allFacts = product<Pick<CheckFacts, 'isConnected' | 'hasFirmware' | 'detectorBatteryPercent' | 'link'>>({
  isConnected: [true, false],
  hasFirmware: [true, false],
  detectorBatteryPercent: batteries,
  link: links,
}).map((facts): CheckFacts =>
  Object.assign(facts, {
    isWebHidSupported: true,
    pluggedDetectors: 1,
    addedDetectors: 0,
    isSameDetector: true,
    isRightModel: true,
    isFileGood: true,
    computerBattery: null,
    canKeepAwake: true,
    isOtherTabUpdating: false,
    conditions: { versionName: '5.3', requirements: noRequirements, holds: [] },
    hardwareVersion: 3,
    installedVersion: '5.0',
    hasCoil: true,
    appBuild: 7,
    signature: { state: 'none' } as const,
  }),
)

const isProblem = ({ verdict }: Check) => verdict !== 'passed' && verdict !== 'later'
const faultShareOf = (link: CheckFacts['link']) => (link !== null && 'faultShare' in link ? link.faultShare : null)

function connectWithBattery(batteryPercent: number | null): void {
  const identity = {
    serialNumber: '0A1B2C3D4E',
    productTypeId: 6,
    materialVersion: 3,
    protocolVersion: 1,
    language: 1,
    productionDate: null,
  }
  setDetector({ status: 'connected', isSimulated: true, label: 'WS6', identity: { ...identity, batteryPercent }, accessories: [] })
}

function failureOf(cause: ErrorCode, firmwareAfter: FirmwareAfterFailure, percent: number | null): FailedUpdate {
  const versions = { userProductId: 1, firmwareId: 31, versionName: '5.2', language: 'fr', before: null, wasErased: false }
  const detector = { productName: 'WS6', serialNumber: '0A1B2C3D4E', serialNumberFormatted: '0A 1B 2C 3D 4E', productTypeId: 6 }
  const target = { ...versions, ...detector, file: { sizeBytes: 100, sha256: '' } }
  const place = { during: 'programming', percent, sentBytes: 40, totalBytes: 84, failedAt: '2026-11-21T10:00:00.000Z' } as const
  return { target, cause, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter, ...place }
}

const textOfCheck = (check: Check) => textOf(<CheckList checks={[check]} />)

/** What stands against a fact, each with its sentence: what is `false` here does not hold. */
const unkept = (rules: Readonly<Record<string, boolean>>, text: string) =>
  Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [`${rule}: ${text}`]))

describeInLanguages('in %s', (locale) => {
  const mentions = (text: string, cause: Cause) => words[locale][cause].test(text)

  it('a check that did not pass says why, and only that', () => {
    const said = allFacts.flatMap((facts) => {
      const { detectorBatteryPercent: battery, isConnected } = facts
      const faultShare = faultShareOf(facts.link) ?? 0
      const problems = evaluateChecks(facts).filter(isProblem)
      const isGoneSaid = unkept({ 'says that the detector is gone': isConnected || problems.length > 0 }, JSON.stringify(facts))
      const isUntrue = problems.flatMap((check) => {
        const text = textOfCheck(check)
        const rules = {
          'names one cause': causesIn(text, locale).length < 2,
          'says nothing else of a detector that is gone': isConnected || check.name === 'permission',
          'a battery is low or unknown': !mentions(text, 'battery') || battery === null || battery < lowBatteryPercent,
          'a battery is said with what it has':
            check.name !== 'detectorBattery' || battery === null || new RegExp(`\\b${battery}\\s?%`).test(text),
          'a cable has lost something': !mentions(text, 'cable') || faultShare > 0,
          'such losses stop most updates': check.name !== 'link' || faultShare <= worstFaultShare || !/still works|fonctionne/.test(text),
        }
        return unkept(rules, `${text} ${JSON.stringify(facts)}`)
      })
      return [...isGoneSaid, ...isUntrue]
    })
    expect(said).toEqual([])
  })

  it.each(causes)('what is said after %s names one cause at most, and none that a fact speaks against', (cause) => {
    const description = hookOf(useErrorText)(new AppError(cause))
    const said = batteries.flatMap((battery) => {
      connectWithBattery(battery)
      return (['unchanged', 'none', 'unknown'] as const).flatMap((after) =>
        times.flatMap((timesInRow) => {
          const { state, remedy } = hookOf(() => useFailureAdvice(failureOf(cause, after, after === 'unchanged' ? null : 40), timesInRow))
          const text = `${description} ${state} ${remedy}`
          const rules = {
            'names one cause': causesIn(text, locale).length < 2,
            'a battery is low': !mentions(text, 'battery') || (battery !== null && battery < lowBatteryPercent),
            'how far it came is said where it was erased': text.includes('40') === (after === 'none'),
            'a detector that was not asked is not said to work': !/your detector works|votre détecteur fonctionne/i.test(text),
          }
          return unkept(rules, `${text} (battery ${battery}, ${timesInRow} times)`)
        }),
      )
    })
    expect(said).toEqual([])
  })
})

describeInLanguages('in %s', () => {
  it('a low battery is named with what it has, where frames were lost twice', () => {
    connectWithBattery(14)
    const { remedy } = hookOf(() => useFailureAdvice(failureOf('device.no.reply.error', 'none', 40), 2))
    expect(remedy).toMatch(/\b14\s?%/)
  })
})

describe('the page of evidence', () => {
  const page = readFileSync('docs/evidence.md', 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const isListed = (word: string) => rows.some((row) => row.split('|')[1]?.includes(`\`${word}\``) === true)

  it('has a row for each check, fault of the link, failure of a detector, advice and state', () => {
    const faults = allFacts.flatMap((facts) => evaluateChecks(facts).flatMap(({ link }) => link ?? []))
    const advices = causes.flatMap((cause) =>
      times.flatMap((count) => [true, false].flatMap((isBatteryLow) => learnedAdvice(cause, count, isBatteryLow) ?? [])),
    )
    const states: readonly FirmwareAfterFailure[] = ['unchanged', 'none', 'unknown']
    const said = new Set<string>([...checkNames, ...faults, ...deviceCauses, ...advices, ...states])
    expect([...said].filter((word) => !isListed(word))).toEqual([])
  })
})
