/**
 * A release on its way through many detectors, by the rule alone: who updates when, what becomes of it and when that is heard of. Counts as
 * server/entities/outcome does, in memory.
 */
import {
  accountDetectorsMax,
  expectedRates,
  isCountedFailure,
  isHalting,
  limitOf,
  type Rates,
  type TestFound,
  type TestKind,
} from '../../src/contract/haltingRule.ts'

export type Detector = { readonly account: number; readonly hardware: number }
/** How an update ends: heard of at once, or silent, which fails a quarter of an hour later. */
export type End = 'succeeds' | 'fails' | 'isSilent'

export type CampaignSetting = {
  readonly rates?: Rates
  readonly hardware: readonly number[]
  readonly perHour: number
  readonly detectors: readonly Detector[]
  readonly endOf: (detector: Detector) => End
  readonly random: () => number
}

export type CampaignResult = { readonly halted: TestFound | null; /** Whose update had begun by then. */ readonly exposed: number }

const silentHours = 0.25
/** An update takes that long until its result is heard of. */
const updateHours = 0.05

export function runCampaign({ rates = expectedRates(null), hardware, perHour, detectors, endOf, random }: CampaignSetting): CampaignResult {
  const count = createCount(rates, hardware)
  const failures: { readonly at: number; readonly detector: Detector }[] = []
  let at = 0
  let exposed = 0
  for (const detector of detectors) {
    at += -Math.log(1 - random()) / perHour
    const due = failures.findIndex((failure) => failure.at > at)
    const heard = failures.splice(0, due === -1 ? failures.length : due)
    for (const failure of heard) {
      const halted = count.fail(failure.detector)
      if (halted !== null) return { halted, exposed }
    }
    exposed += 1
    count.begin(detector)
    const end = endOf(detector)
    if (end === 'succeeds') continue
    failures.push({ at: at + (end === 'isSilent' ? silentHours : updateHours), detector })
    failures.sort((one, other) => one.at - other.at)
  }
  for (const failure of failures) {
    const halted = count.fail(failure.detector)
    if (halted !== null) return { halted, exposed }
  }
  return { halted: null, exposed }
}

/** The tests of one release. */
export function createCount(rates: Rates, hardware: readonly number[]) {
  const tests = new Map<string, { kind: TestKind; name: string; place: number; outcomes: number; failures: number }>()
  const add = (kind: TestKind, name: string, place: number) => tests.set(`${kind} ${name}`, { kind, name, place, outcomes: 0, failures: 0 })
  add('all', '', 1)
  for (const [index, version] of hardware.entries()) add('hardware', String(version), index + 1)
  const byAccount = new Map<number, number>()
  const failedAccounts = new Set<number>()
  const counted = new Set<Detector>()
  const of = ({ hardware: version }: Detector) => ['all ', `hardware ${version}`].flatMap((key) => tests.get(key) ?? [])

  return {
    begin(detector: Detector): void {
      const already = byAccount.get(detector.account) ?? 0
      if (already >= accountDetectorsMax) return
      byAccount.set(detector.account, already + 1)
      counted.add(detector)
      for (const test of of(detector)) test.outcomes += 1
    },

    /** The test that halts, or null. */
    fail(detector: Detector): TestFound | null {
      const all = tests.get('all ')?.failures ?? 0
      if (!counted.has(detector) || !isCountedFailure(all, failedAccounts.has(detector.account))) return null
      failedAccounts.add(detector.account)
      const its = of(detector)
      for (const test of its) test.failures += 1
      const found = its.find((test) => isHalting(rates, test, limitOf(test.kind, test.place)))
      return found === undefined
        ? null
        : { kind: found.kind, name: found.name, outcomes: found.outcomes, failures: found.failures, expected: rates.expected, before: null }
    },
  }
}
