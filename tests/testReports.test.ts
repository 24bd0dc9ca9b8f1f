import { expect, it } from 'vitest'
import { faultsOfParts, hasAsserted, type RanTest } from './support/testReports.ts'

const ran = (name: string, state: RanTest['state']): RanTest => ({ name, state, errors: [] })

it('a test belongs to exactly one part', () => {
  const convincing = [ran('quick', 'passed'), ran('slow', 'left')]
  expect(faultsOfParts([convincing, [ran('quick', 'left'), ran('slow', 'passed')]])).toEqual([])
  expect(faultsOfParts([convincing, [ran('quick', 'passed'), ran('slow', 'left')]])).toEqual([
    'quick: in two parts',
    'slow: skipped, or in no part',
  ])
})

it('two tests of one name are both to run', () => {
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'passed')]])).toEqual([])
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'left')]])).toEqual(['same: skipped, or in no part'])
})

it('what fixtures assert around a browser test is not its own assertion', () => {
  const assertion = { category: 'expect', steps: [] }
  const click = { category: 'pw:api', steps: [] }
  expect(hasAsserted([{ category: 'hook', steps: [assertion] }, click])).toBe(false)
  expect(hasAsserted([click, { category: 'test.step', steps: [assertion] }])).toBe(true)
})
