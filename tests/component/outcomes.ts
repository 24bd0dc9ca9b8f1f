/** What became of a release on detectors, as the server says it. */
import type { ShownOutcomes } from '../../src/contract/shownOutcomes.ts'

type ShownTest = ShownOutcomes['tests'][number]
type Failure = ShownOutcomes['failed'][number]

export const noOutcomes: ShownOutcomes = {
  round: 1,
  totals: { begun: 0, running: 0, succeeded: 0, failed: 0, repaired: 0 },
  uncounted: { begun: 0, failed: 0 },
  causes: [],
  tests: [],
  days: [],
  course: [],
  failed: [],
}

export function shownTest(others: Partial<ShownTest> = {}): ShownTest {
  const before = { outcomes: 1_000, failures: 12 }
  return { kind: 'all', name: '', place: 1, expected: 0.02, outcomes: 412, failures: 6, before, ...others }
}

export function shownFailure(others: Partial<Failure> = {}): Failure {
  return {
    failure: 'reported',
    errorType: 'DECONNECTION_ERROR',
    firmwareAfter: 'none',
    at: '2026-03-06T09:00:00.000Z',
    round: 1,
    isCounted: true,
    serialNumberFormatted: '0A 1B 2C 3D 4E',
    userProductId: 5,
    user: { id: 4, tostring: 'Marc Delaunay' },
    hardwareVersion: 3,
    appBuild: 3_630_012,
    browser: 'edge',
    repairedAt: null,
    ...others,
  }
}

/** 120 times, half an hour apart, until 16:00 on 6 March 2026; the counts grow evenly. A day later an update counts for the next step. */
export function courseUpTo({ outcomes, failures }: { outcomes: number; failures: number }): ShownOutcomes['course'] {
  const last = Date.parse('2026-03-06T16:00:00.000Z')
  const countAt = (place: number) => {
    const part = Math.max(0, place) / 120
    return { outcomes: Math.round(outcomes * part), failures: Math.floor(failures * part) }
  }
  return Array.from({ length: 120 }, (_, index) => ({
    at: new Date(last - (119 - index) * 1_800_000).toISOString(),
    ...countAt(index + 1),
    forStep: countAt(index + 1 - 48),
  }))
}

/** 412 have begun, six failed. `others` changes what is shown, and not the rest with it. */
export function shownOutcomes(others: Partial<ShownOutcomes> = {}): ShownOutcomes {
  return {
    round: 1,
    totals: { begun: 412, running: 9, succeeded: 397, failed: 6, repaired: 2 },
    uncounted: { begun: 0, failed: 0 },
    causes: [
      { failure: 'reported', errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none', detectors: 4 },
      { failure: 'silent', errorType: null, firmwareAfter: null, detectors: 2 },
    ],
    tests: [
      shownTest(),
      shownTest({ kind: 'browser', name: 'edge', outcomes: 200, failures: 3 }),
      shownTest({ kind: 'build', name: '3630012', outcomes: 412, failures: 6 }),
      shownTest({ kind: 'empty', expected: 0.002, failures: 1 }),
      shownTest({ kind: 'hardware', name: '3', outcomes: 300, failures: 2 }),
      shownTest({ kind: 'hardware', name: '4', place: 2, outcomes: 112, failures: 4 }),
      shownTest({ kind: 'silent', expected: 0.1, failures: 2 }),
    ],
    days: [
      { day: '2026-03-04', begun: 52, succeeded: 51, failed: 1 },
      { day: '2026-03-05', begun: 140, succeeded: 138, failed: 2 },
      { day: '2026-03-06', begun: 220, succeeded: 208, failed: 3 },
    ],
    course: courseUpTo({ outcomes: 412, failures: 6 }),
    failed: [
      shownFailure(),
      shownFailure({
        failure: 'silent',
        errorType: null,
        firmwareAfter: null,
        at: '2026-03-05T18:02:00.000Z',
        serialNumberFormatted: 'C4 57 28 34 90',
        user: { id: 5, tostring: 'Amélie Blanchard' },
        hardwareVersion: 4,
        browser: 'other',
        repairedAt: '2026-03-05T19:00:00.000Z',
      }),
    ],
    ...others,
  }
}
