import { expect, it } from 'vitest'
import { courseUpTo } from '../../../../../tests/component/outcomes.ts'
import { acceptingLogRatio, haltingLogRatio } from '../../../../contract/haltingRule.ts'
import { evidenceAxis, evidenceOf, nextStepOf } from './outcomeEvidence.ts'

const ln = (...values: readonly number[]) => values.map(Math.log)

it('has the ratios of the rule at each time, those of the next step by what counts for it', () => {
  const course = courseUpTo({ outcomes: 412, failures: 6 })
  const rates = { expected: 0.04, worst: 0.08 }
  const evidence = evidenceOf(course, 0.04)
  expect(evidence).toHaveLength(120)
  expect(evidence.map(({ halting }) => halting)).toEqual(course.map((count) => haltingLogRatio(rates, count)))
  expect(evidence.map(({ accepting }) => accepting)).toEqual(course.map(({ forStep }) => acceptingLogRatio(rates, forStep)))
  // Known by hand: nothing counts for the next step on the first day.
  expect(evidence[10]?.accepting).toBe(0)
  expect(evidence[119]?.accepting).toBeCloseTo(3 * Math.log(2) + (247 - 3) * Math.log(0.92 / 0.96), 9)
})

const shown = (...values: readonly number[]) => evidenceAxis(ln(...values)).at.map((value) => Math.round(value / Math.log(10)))

it('shows from 1/100 to 100 at least, and not far beyond', () => {
  expect(shown(1, 3)).toEqual([-2, -1, 0, 1, 2])
  expect(shown(1, 150)).toEqual([-2, -1, 0, 1, 2, 3])
  expect(shown(1e-30, 1e30)).toEqual([-3, -2, -1, 0, 1, 2, 3, 4])
})

it('has room above the highest line for its name', () => {
  const { range, at } = evidenceAxis(ln(1))
  expect(range[1]).toBeGreaterThan(at.at(-1) ?? Infinity)
  expect(range[0]).toBeLessThan(at[0] ?? -Infinity)
})

it('leads to the share that is planned, however far that is raised, and nowhere while it is paused or halted', () => {
  const next = { share: 1, outcomes: 13, notBefore: null }
  const plan = { share: 0.02, since: null, shares: [0.02, 0.1, 0.3, 1], next, pause: null }
  expect(nextStepOf({ state: 'staged', plan })).toEqual({ planned: 0.1, reached: 1 })
  expect(nextStepOf({ state: 'staged', plan: { ...plan, next: null } })).toBeNull()
  expect(nextStepOf({ state: 'halted', plan })).toBeNull()
  expect(nextStepOf({ state: 'released', plan: null })).toBeNull()
})
