import { expect, it } from 'vitest'
import { faultsOfParts, type RanTest } from './support/testReports.ts'

const ran = (name: string, state: RanTest['state'], isInBothParts = false): RanTest => ({ name, state, isInBothParts, errors: [] })

it('a test belongs to exactly one part', () => {
  const convincing = [ran('quick', 'passed'), ran('slow', 'left'), ran('page', 'passed', true)]
  expect(faultsOfParts([convincing, [ran('quick', 'left'), ran('slow', 'passed'), ran('page', 'passed', true)]])).toEqual([])
  expect(faultsOfParts([convincing, [ran('quick', 'passed'), ran('slow', 'left'), ran('page', 'passed', true)]])).toEqual([
    'quick: in two parts',
    'slow: skipped, or in no part',
  ])
})

it('two tests of one name are both to run', () => {
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'passed')]])).toEqual([])
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'left')]])).toEqual(['same: skipped, or in no part'])
})
