import { describe, expect, it } from 'vitest'
import { firmware, unplugged } from '../../../../tests/support/updateWorld.ts'
import type { UpdateState } from '../../../device/update/updateState.ts'
import type { AskingRow, UpdatePlace, UpdateTarget } from '../../detector/updateJournal.ts'
import type { FlowState, RunningRow } from './flowState.ts'
import { endOf, type FlowEvent, nextFlowState } from './nextFlowState.ts'

const target: UpdateTarget = {
  userProductId: 12,
  firmwareId: 31,
  versionName: '5.2',
  language: 'en',
  before: null,
  wasErased: false,
  productName: 'WS6',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  productTypeId: 6,
  file: { sizeBytes: 100, sha256: 'f'.repeat(64) },
}
const rowAt = (place: UpdatePlace | null): RunningRow => ({
  sequence: 1,
  owner: 7,
  target,
  firmware,
  record: 2,
  stage: { name: 'running', place },
})
const askingRow: AskingRow = { ...rowAt(null), stage: { name: 'asking', tookMs: 13_000, endedAt: '2026-11-21T10:00:13.000Z' } }
const loading: UpdatePlace = { during: 'loading', percent: 8, hasErased: false, sentBytes: 0, totalBytes: 0 }
const half: UpdatePlace = { during: 'programming', percent: 60, hasErased: true, sentBytes: 42, totalBytes: 84 }
const programming = (sentBytes: number): UpdateState => ({
  phase: 'programming',
  sentBytes,
  totalBytes: 84,
  bytesPerSecond: null,
  remainingMs: null,
})

const idle: FlowState = { step: 'idle' }
const downloading: FlowState = { step: 'downloading', target, percent: 4, receivedBytes: 50, totalBytes: 100 }
const checking: FlowState = { step: 'checking', target, percent: 8 }
const openingRecord: FlowState = { step: 'openingRecord', target, percent: 8 }
const updating: FlowState = { step: 'updating', target, percent: 8, link: null, row: rowAt(null) }
const atHalf: FlowState = { step: 'updating', target, percent: 60, link: programming(42), row: rowAt(half) }
const ending: FlowState = { step: 'ending', target, percent: 60, link: programming(42), row: rowAt(half) }
const refused: FlowState = { step: 'refused', target, checks: [] }
const asking: FlowState = { step: 'asking', target, row: askingRow }
const restarted: FlowState = { step: 'restarted', target }
const early = { target, cause: 'network.offline.error', errorType: null, percent: null, sentBytes: 0, totalBytes: 100 } as const
const failure = { ...early, firmwareAfter: 'unchanged', during: 'download', failedAt: '2026-11-21T10:00:00.000Z' } as const
const failed: FlowState = { step: 'failed', failure, recording: null }
const all = { idle, downloading, checking, openingRecord, updating, ending, refused, asking, restarted, failed }

const threw: FlowEvent = { name: 'threw', cause: 'network.offline.error', isCancelled: false, failedAt: failure.failedAt }
const good = [{ name: 'link', verdict: 'warned' }] as const
const risky = [{ name: 'link', verdict: 'risky' }] as const
const bad = [{ name: 'link', verdict: 'refused' }] as const
const link = (state: UpdateState): FlowEvent => ({ name: 'linkChanged', link: state })
const shownFailure: FlowEvent = { name: 'failed', failure, recording: null }

const steps: readonly (readonly [what: string, state: FlowState, event: FlowEvent, next: FlowState])[] = [
  ['a start', idle, { name: 'started', target }, { ...downloading, percent: 0, receivedBytes: 0 }],
  ['a start after a failure', failed, { name: 'started', target }, { ...downloading, percent: 0, receivedBytes: 0 }],
  ['more bytes', downloading, { name: 'received', receivedBytes: 75 }, { ...downloading, percent: 6, receivedBytes: 75 }],
  ['fewer bytes, as after a retry', downloading, { name: 'received', receivedBytes: 0 }, { ...downloading, receivedBytes: 0 }],
  ['the whole file', downloading, { name: 'downloaded' }, checking],
  ['checks that passed', checking, { name: 'checked', checks: good, isRiskAccepted: false }, openingRecord],
  ['a check that refuses', checking, { name: 'checked', checks: bad, isRiskAccepted: true }, { step: 'refused', target, checks: bad }],
  ['a risk', checking, { name: 'checked', checks: risky, isRiskAccepted: false }, { step: 'refused', target, checks: risky }],
  ['a risk that was accepted', checking, { name: 'checked', checks: risky, isRiskAccepted: true }, openingRecord],
  ['the record', openingRecord, { name: 'recorded', row: rowAt(null) }, updating],
  ['a first report', updating, link({ phase: 'loading' }), { ...updating, link: { phase: 'loading' }, row: rowAt(loading) }],
  [
    'an erase that may have begun',
    updating,
    link({ phase: 'erasing', fraction: null }),
    { ...updating, link: { phase: 'erasing', fraction: null }, row: rowAt({ ...loading, during: 'erasing' }) },
  ],
  [
    'an erase that has begun',
    updating,
    link({ phase: 'erasing', fraction: 0 }),
    { ...updating, link: { phase: 'erasing', fraction: 0 }, row: rowAt({ ...loading, during: 'erasing', hasErased: true }) },
  ],
  ['bytes written', updating, link(programming(42)), atHalf],
  [
    'an earlier phase, which keeps the percentage',
    atHalf,
    link({ phase: 'loading' }),
    { ...atHalf, link: { phase: 'loading' }, row: rowAt({ ...half, during: 'loading', sentBytes: 0, totalBytes: 0 }) },
  ],
  ['a failure', atHalf, { name: 'ended', outcome: { ...unplugged, sentBytes: 63 } }, { ...ending, row: rowAt({ ...half, percent: 80 }) }],
  ['a success', atHalf, { name: 'ended', outcome: { phase: 'succeeded' } }, ending],
  [
    'a failure before any report',
    updating,
    { name: 'ended', outcome: { ...unplugged, during: 'loading' } },
    { ...updating, step: 'ending', row: rowAt(loading) },
  ],
  ['a stored success', ending, { name: 'asked', row: askingRow }, asking],
  ['a question of an earlier visit', idle, { name: 'asked', row: askingRow }, asking],
  ['a stored failure', ending, shownFailure, failed],
  ['a failure of an earlier visit', idle, shownFailure, failed],
  ['the answer yes', asking, { name: 'answered', hasRestarted: true }, restarted],
  ['the answer no', asking, { name: 'answered', hasRestarted: false }, { step: 'notRestarted', target }],
  ['an answer in another tab', asking, { name: 'answeredElsewhere' }, idle],
  ['a download that breaks off', downloading, threw, failed],
  ['a cancelled download', downloading, { ...threw, isCancelled: true }, idle],
  ['an error of a check', checking, threw, { ...failed, failure: { ...failure, during: 'record' } }],
  ['a refused record', openingRecord, threw, { ...failed, failure: { ...failure, during: 'record' } }],
  [
    'a full disk at the end',
    ending,
    threw,
    {
      step: 'failed',
      failure: {
        ...failure,
        errorType: 'REPROGRAMMATION_ERROR',
        percent: 60,
        totalBytes: 84,
        during: 'programming',
        firmwareAfter: 'none',
      },
      recording: null,
    },
  ],
]

it.each(steps)('after %s', (_, state, event, next) => {
  expect(nextFlowState(state, event)).toEqual(next)
})

describe('an event that does not fit', () => {
  const outcome = { phase: 'succeeded' } as const
  const events: readonly (readonly [event: FlowEvent, fits: readonly FlowState['step'][]])[] = [
    [{ name: 'started', target }, ['idle', 'refused', 'restarted', 'failed']],
    [{ name: 'received', receivedBytes: 75 }, ['downloading']],
    [{ name: 'downloaded' }, ['downloading']],
    [{ name: 'checked', checks: good, isRiskAccepted: false }, ['checking']],
    [{ name: 'recorded', row: rowAt(null) }, ['openingRecord']],
    [link(programming(84)), ['updating']],
    [{ name: 'ended', outcome }, ['updating']],
    [{ name: 'asked', row: askingRow }, ['ending', 'idle']],
    [{ name: 'answered', hasRestarted: true }, ['asking']],
    [{ name: 'answeredElsewhere' }, ['asking']],
    [shownFailure, ['ending', 'idle']],
    [threw, ['downloading', 'checking', 'openingRecord', 'ending']],
    [{ name: 'closed' }, ['refused', 'restarted', 'failed']],
    [{ name: 'userChanged' }, ['refused', 'asking', 'restarted', 'failed']],
  ]
  it.each(events)('changes nothing: $name', (event, fits) => {
    const changed = Object.values(all).filter((state) => JSON.stringify(nextFlowState(state, event)) !== JSON.stringify(state))
    expect(changed.map(({ step }) => step)).toEqual(Object.keys(all).filter((step) => fits.some((one) => one === step)))
  })
})

/** Whether the event replaces the journal's row. */
function isNoted(state: FlowState, report: UpdateState): boolean {
  const next = nextFlowState(state, link(report))
  return 'row' in next && 'row' in state && next.row !== state.row
}

it('is noted for the next visit when the phase, the percentage or the erase changes, and only then', () => {
  expect(isNoted(atHalf, programming(43))).toBe(false)
  expect(isNoted(atHalf, programming(44))).toBe(true)
  expect(isNoted(atHalf, { phase: 'completing' })).toBe(true)
  expect(isNoted(atHalf, { phase: 'succeeded' })).toBe(false)
  const erasing: FlowState = { ...updating, row: rowAt({ ...loading, during: 'erasing' }) }
  expect(isNoted(erasing, { phase: 'erasing', fraction: null })).toBe(false)
  expect(isNoted(erasing, { phase: 'erasing', fraction: 0 })).toBe(true)
})

describe('a failure', () => {
  it.each([
    ['stops at the later of the noted and the named phase', half, 'completing', 'completing', 'unknown'],
    ['keeps a later noted phase', half, 'loading', 'programming', 'none'],
    ['has erased once bytes are written', loading, 'programming', 'programming', 'none'],
    ['leaves an erase without a reply unknown', loading, 'erasing', 'erasing', 'unknown'],
    ['before the erase changes nothing', null, 'loading', 'loading', 'unchanged'],
  ] as const)('%s', (_, place, during, stoppedDuring, firmwareAfter) => {
    const end = endOf(rowAt(place), { ...unplugged, during })
    expect(end).toMatchObject({ place: { during: stoppedDuring, sentBytes: 48, totalBytes: 84 }, firmwareAfter })
  })
})
