import { expect, it } from 'vitest'
import { mayTakeStep, type ReleaseState, releaseStates } from '../../../../contract/releaseStates.ts'
import { meantStep } from './meantStep.ts'

const boxes = [false, true].flatMap((isActive) => [false, true].map((isBetaTest) => ({ isActive, isBetaTest })))
const storedAs = (state: ReleaseState, isBetaTest = state === 'beta') => ({
  state,
  isBetaTest,
  isActive: ['beta', 'staged', 'released'].includes(state),
})

it.each([
  { isActive: false, isBetaTest: false, step: null },
  { isActive: false, isBetaTest: true, step: null },
  { isActive: true, isBetaTest: false, step: 'released' },
  { isActive: true, isBetaTest: true, step: 'beta' },
])('a new one and a draft are saved as drafts: $step is asked about afterwards', ({ step, ...chosen }) => {
  for (const stored of [storedAs('draft'), storedAs('draft', true)]) {
    expect(meantStep(stored, chosen)).toEqual({ sent: { isActive: false, isBetaTest: chosen.isBetaTest }, step })
  }
})

it.each(['beta', 'staged', 'released'] as const)('%s that is no longer active is to be halted, whatever the other box says', (state) => {
  for (const isBetaTest of [false, true]) expect(meantStep(storedAs(state), { isActive: false, isBetaTest }).step).toBe('halt')
})

it.each([
  ['staged', true, 'beta'],
  ['released', true, 'beta'],
  ['beta', false, 'released'],
  ['staged', false, null],
  ['released', false, null],
  ['beta', true, null],
] as const)('%s with beta test %s leads to %s', (state, isBetaTest, step) => {
  expect(meantStep(storedAs(state), { isActive: true, isBetaTest }).step).toBe(step)
})

it('a halted one that is active again is to be resumed, a withdrawn one stays', () => {
  for (const isBetaTest of [false, true]) {
    expect(meantStep(storedAs('halted', isBetaTest), { isActive: true, isBetaTest }).step).toBe('resume')
    expect(meantStep(storedAs('halted', isBetaTest), { isActive: false, isBetaTest }).step).toBeNull()
    expect(meantStep(storedAs('withdrawn', isBetaTest), { isActive: true, isBetaTest }).step).toBeNull()
  }
})

it('what has left draft is sent as it is stored, and no step is meant that its state forbids', () => {
  for (const state of releaseStates) {
    for (const chosen of boxes) {
      const stored = storedAs(state)
      const { sent, step } = meantStep(stored, chosen)
      const isBetaTest = state === 'draft' ? chosen.isBetaTest : stored.isBetaTest
      expect(sent).toEqual({ isActive: stored.isActive, isBetaTest })
      expect(step === null || mayTakeStep(state, step)).toBe(true)
    }
  }
})
