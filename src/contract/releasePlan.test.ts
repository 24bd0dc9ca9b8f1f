/** How a staged release grows (docs/releases.md, "Plan"). */
import { describe, expect, it } from 'vitest'
import { expectedRates, type TestFound } from './haltingRule.ts'
import { defaultPlan, evidenceFor, isStepProved, nextShare, planWait, portalFaultOf, raisedShare, stepAfterMs } from './releasePlan.ts'
import { releaseStates } from './releaseStates.ts'

const rates = expectedRates({ failures: 30, outcomes: 1000 })

/** How many outcomes without a failure take the step to this share. */
const first = (share: number) =>
  Array.from({ length: 200 }, (_, n) => n).find((outcomes) => isStepProved(share, rates, { outcomes, failures: 0 }))
const shareOf = (updatesInMonth: number) => raisedShare(0.02, { rates, after: 0.1, updatesInMonth })

describe('a plan', () => {
  it('leads from share to share, whatever share it has been raised to', () => {
    expect([0, 0.02, 0.05, 0.1, 0.3, 0.9, 1].map((share) => nextShare(defaultPlan, share))).toEqual([0.02, 0.1, 0.1, 0.3, 1, 1, 1])
    expect(nextShare([], 0.5)).toBeNull()
  })

  it('wants to be the surer the more detectors a share reaches', () => {
    expect([0.02, 0.1, 0.3, 0.5, 1].map(evidenceFor)).toEqual([1 / 2, 1 / 2, 1 / 5, 1 / 20, 1 / 20])
  })

  it('takes the steps after 18, 41 and 75 outcomes without a failure, where 3 % of 1,000 failed before', () => {
    expect([0.1, 0.3, 1].map(first)).toEqual([18, 41, 75])
  })

  it('says how many more updates it waits for, and that a day has to pass', () => {
    const since = Date.UTC(2026, 10, 26)
    const wait = (now: number, failures = 0) => planWait(0.3, { rates, count: { outcomes: 20, failures }, since, now })
    expect(wait(since)).toEqual({ outcomes: 21, notBefore: since + stepAfterMs })
    expect(wait(since + stepAfterMs)).toEqual({ outcomes: 21, notBefore: null })
    // Each failure adds some.
    expect(wait(since, 1).outcomes).toBeGreaterThan(21 + 14)
    expect(planWait(0.3, { rates, count: { outcomes: 41, failures: 0 }, since, now: since }).outcomes).toBe(0)
  })

  it('begins with a larger share where few update: three times what it needs is expected in a week', () => {
    expect(shareOf(100_000)).toBe(0.02)
    // 233 in a week, of which 54 are needed.
    expect(shareOf(1000)).toBeCloseTo(54 / (7000 / 30), 3)
    expect([shareOf(100), shareOf(0)]).toEqual([1, 1])
    for (const updates of [300, 700, 1000, 2500])
      expect(shareOf(updates) * ((updates * 7) / 30)).toBeGreaterThanOrEqual(Math.min(54, (updates * 7) / 30))
  })
})

it('a fault of the portal is said of a beta and a released one, until a person has seen it', () => {
  const edge: TestFound = { kind: 'browser', name: 'edge', outcomes: 9, failures: 4, expected: 0.05, before: null }
  const pause = { cause: 'portal', test: edge, at: '2026-11-26T10:00:00.000Z' } as const
  const opera = { ...edge, name: 'opera' }
  expect(releaseStates.filter((state) => portalFaultOf(state, pause) === edge)).toEqual(['beta', 'released'])
  expect(portalFaultOf('released', { ...pause, seen: [opera] })).toBe(edge)
  expect(portalFaultOf('released', { ...pause, seen: [opera, { ...edge, failures: 3 }] })).toBeNull()
  expect([portalFaultOf('released', null), portalFaultOf('released', { ...pause, cause: 'obstacle', test: null })]).toEqual([null, null])
})
