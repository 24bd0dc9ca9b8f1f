/**
 * A release on its way through many detectors, by the rule alone: who updates when, what becomes of it and when that is heard of. Counts as
 * server/entities/outcome does, in memory. Knows no table.
 */
import {
  accountDetectorsMax,
  type Count,
  isCountedFailure,
  isHalting,
  isOfPortal,
  limitOf,
  type Rates,
  ratesOfKind,
  type TestFound,
  type TestKind,
} from '../../src/contract/haltingRule.ts'

export type Detector = { readonly account: number; readonly hardware: number; readonly build?: number; readonly browser?: string }

/**
 * How a first attempt ends, and, after a failure, what its owner's next one leaves; without a next one, who fell silent stays so. `lateHours`: its
 * page has no network, and sends all of it so much later.
 */
export type Fate = {
  readonly first: 'succeeds' | 'fails' | 'isSilent'
  readonly next?: 'repairs' | 'empties'
  readonly lateHours?: number
}

/** How the version before did; null where that is not known. */
export type Before = Readonly<Record<'all' | 'empty' | 'silent', Count | null>>
export const nothingKnown: Before = { all: null, empty: null, silent: null }

export type CampaignSetting = {
  readonly before: Before
  /** The hardware versions that are watched, in the order of their tests. */
  readonly hardware: readonly number[]
  readonly perHour: number
  readonly detectors: Iterable<Detector>
  readonly fateOf: (detector: Detector) => Fate
  readonly random: () => number
}

export type CampaignResult = { readonly halted: TestFound | null; /** Whose update had begun by then. */ readonly exposed: number }

/** What is heard of a detector: `failed` of its first attempt, and of a later one whether it `emptied` or `repaired` it. */
export type Heard = 'began' | 'failed' | 'emptied' | 'repaired' | 'lost'
/** `starts`: nothing is heard of it yet. */
type CampaignEvent = { readonly at: number; readonly what: 'starts' | Heard; readonly detector: Detector; readonly fate: Fate }

/** Hours until a result is reported, silence is a failure, the owner has tried again, and a detector is unheard of for a day. */
const [updateHours, silentHours, nextHours, lostHours] = [0.05, 0.25, 2, 24]

export function runCampaign(setting: CampaignSetting): CampaignResult {
  const count = createCount(setting.before, setting.hardware)
  let exposed = 0
  for (const { what, detector } of campaignEvents(setting)) {
    const halted = what === 'starts' ? null : count.hear(what, detector)
    if (what === 'starts') exposed += 1
    if (halted !== null && !isOfPortal(halted.kind)) return { halted, exposed }
  }
  return { halted: null, exposed }
}

/** What happens, one after the other, as if nothing were halted. */
export function* campaignEvents({ perHour, detectors, fateOf, random }: CampaignSetting): Generator<CampaignEvent> {
  const waiting: CampaignEvent[] = []
  let at = 0
  for (const detector of detectors) {
    at -= Math.log(1 - random()) / perHour
    const due = waiting.findIndex((event) => event.at > at)
    yield* waiting.splice(0, due === -1 ? waiting.length : due)
    for (const event of eventsOf(detector, fateOf(detector), at)) {
      if (event.at === at) yield event
      else waiting.splice(waiting.findLastIndex((one) => one.at <= event.at) + 1, 0, event)
    }
  }
  yield* waiting
}

function eventsOf(detector: Detector, fate: Fate, startsAt: number): CampaignEvent[] {
  const { first, next, lateHours = 0 } = fate
  const at = startsAt + lateHours
  const event = (what: CampaignEvent['what'], hours: number): CampaignEvent => ({ at: hours, what, detector, fate })
  const begins = [event('starts', startsAt), event('began', at)]
  if (first === 'succeeds') return begins
  const failed = event('failed', at + (first === 'isSilent' ? silentHours : updateHours))
  if (next !== undefined) return [...begins, failed, event(next === 'empties' ? 'emptied' : 'repaired', at + nextHours)]
  return first === 'isSilent' ? [...begins, failed, event('lost', at + lostHours)] : [...begins, failed]
}

type Test = {
  readonly kind: TestKind
  readonly name: string
  readonly place: number
  readonly rates: Rates
  outcomes: number
  failures: number
}

/** The tests of one release. */
export function createCount(before: Before, hardware: readonly number[]) {
  const tests = new Map<string, Test>()
  const byAccount = new Map<number, number>()
  const counted = new Set<Detector>()
  /** Accounts with the test in which one of their detectors failed. */
  const failed = new Set<string>()

  function watch(kind: TestKind, name: string): void {
    const place = [...tests.values()].filter((test) => test.kind === kind).length + 1
    const rates = ratesOfKind(kind, kind === 'empty' || kind === 'silent' ? before[kind] : before.all)
    const key = keyOf(kind, name)
    if (!tests.has(key)) tests.set(key, { kind, name, place, rates, outcomes: 0, failures: 0 })
  }
  for (const kind of ['all', 'empty', 'silent'] as const) watch(kind, '')
  for (const version of hardware) watch('hardware', String(version))

  function testsOf(detector: Detector, kinds: readonly TestKind[]): Test[] {
    return kinds.map((kind) => tests.get(keyOf(kind, nameOf(kind, detector)))).filter((test) => test !== undefined)
  }

  function begin(detector: Detector): void {
    const already = byAccount.get(detector.account) ?? 0
    if (already >= accountDetectorsMax) return
    byAccount.set(detector.account, already + 1)
    counted.add(detector)
    for (const kind of ['build', 'browser'] as const) if (detector[kind] !== undefined) watch(kind, nameOf(kind, detector))
    for (const test of testsOf(detector, [...firstKinds, 'empty', 'silent'])) test.outcomes += 1
  }

  function fail(detector: Detector, kinds: readonly TestKind[]): TestFound | null {
    if (!counted.has(detector)) return null
    const its = testsOf(detector, kinds).filter((test) => {
      const account = `${detector.account} ${keyOf(test.kind, test.name)}`
      const isCounted = isCountedFailure(test.failures, failed.has(account))
      failed.add(account)
      return isCounted
    })
    for (const test of its) test.failures += 1
    const found = its.find((test) => isHalting(test.rates, test, limitOf(test.kind, test.place)))
    if (found === undefined) return null
    const { kind, name, rates, outcomes, failures } = found
    return { kind, name, outcomes, failures, expected: rates.expected, before: null }
  }

  return {
    /** Returns the test that has reached its limit: one that halts before one that pauses; or null. */
    hear(heard: Heard, detector: Detector): TestFound | null {
      switch (heard) {
        case 'began':
          begin(detector)
          return null
        case 'failed':
          return fail(detector, firstKinds)
        // Whatever was counted stays.
        case 'repaired':
          return null
        case 'emptied':
          return fail(detector, ['empty'])
        case 'lost':
          return fail(detector, ['silent'])
      }
    },
    countOf: (kind: TestKind, name = ''): Count | undefined => tests.get(keyOf(kind, name)),
  }
}

/** What a first attempt counts for, in the order in which a limit that is reached in several is reported. */
const firstKinds = ['all', 'hardware', 'build', 'browser'] as const

const keyOf = (kind: TestKind, name: string) => `${kind} ${name}`

function nameOf(kind: TestKind, detector: Detector): string {
  return kind === 'hardware' || kind === 'build' || kind === 'browser' ? String(detector[kind]) : ''
}
