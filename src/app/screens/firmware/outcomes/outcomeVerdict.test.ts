import { expect, it } from 'vitest'
import { noOutcomes, shownTest } from '../../../../../tests/component/outcomes.ts'
import { haltingLogRatio, ratesAt } from '../../../../contract/haltingRule.ts'
import { type ShownTest, verdictOf } from './outcomeVerdict.ts'

/** 2 % is expected. All of them have ended. */
function verdict(outcomes: number, failures: number, others: readonly ShownTest[] = []) {
  const totals = { ...noOutcomes.totals, begun: outcomes, succeeded: outcomes - failures, failed: failures }
  return verdictOf({ totals, tests: [shownTest({ outcomes, failures }), ...others] }, null)
}

const empty = (outcomes: number, failures: number) => shownTest({ kind: 'empty', expected: 0.002, outcomes, failures })
const ratio = (outcomes: number, failures: number) => Math.exp(haltingLogRatio(ratesAt(0.02), { outcomes, failures }))

it('calls a release good once the plan would offer it to everybody', () => {
  expect(verdict(96, 0).level).toBe('open')
  expect(verdict(97, 0).level).toBe('good')
  expect(verdict(97, 1).level).toBe('open')
})

it('does not count what still runs as good', () => {
  const totals = { ...noOutcomes.totals, begun: 120, running: 60, succeeded: 60 }
  expect(verdictOf({ totals, tests: [shownTest({ outcomes: 120, failures: 0 })] }, null).level).toBe('open')
})

it('calls it close to the halt from a tenth of its limit on, with two failures', () => {
  expect(ratio(120, 6)).toBeLessThan(10)
  expect(verdict(120, 6).level).toBe('open')
  expect(ratio(100, 7)).toBeGreaterThan(10)
  expect(verdict(100, 7)).toEqual({ level: 'near', test: null })
  // One failure of a second attempt weighs as much, and is no pattern.
  expect(Math.exp(haltingLogRatio(ratesAt(0.002), { outcomes: 1, failures: 1 }))).toBeGreaterThan(20)
  expect(verdict(1, 1, [empty(1, 1)]).level).toBe('open')
  expect(verdict(30, 2, [empty(30, 2)])).toMatchObject({ level: 'near', test: { kind: 'empty' } })
})

it('names the part that is closest, the firmware’s before the portal’s', () => {
  const third = shownTest({ kind: 'hardware', name: '3', outcomes: 40, failures: 5 })
  const fourth = shownTest({ kind: 'hardware', name: '4', outcomes: 40, failures: 6 })
  const edge = shownTest({ kind: 'browser', name: 'edge', outcomes: 40, failures: 20 })
  expect(verdict(300, 6, [edge, third, fourth])).toMatchObject({ level: 'near', test: { kind: 'hardware', name: '4' } })
  expect(verdict(1_000, 20, [edge])).toMatchObject({ level: 'portal', test: { kind: 'browser', name: 'edge' } })
})

it('knows what has halted it, whatever came to its end since', () => {
  expect(verdict(3, 3)).toEqual({ level: 'halting', test: null })
  const { totals } = noOutcomes
  const halted = verdictOf({ totals, tests: [shownTest({ outcomes: 900, failures: 9 })] }, { kind: 'hardware', name: '4' })
  expect(halted).toMatchObject({ level: 'halting', test: { kind: 'hardware', name: '4' } })
  expect(verdictOf({ totals, tests: [] }, { kind: 'all', name: '' })).toEqual({ level: 'halting', test: null })
})

it('says nothing of a release without outcomes', () => {
  expect(verdictOf(noOutcomes, null)).toEqual({ level: 'open', test: null })
})
