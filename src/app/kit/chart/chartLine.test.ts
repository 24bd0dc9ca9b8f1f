import { expect, it } from 'vitest'
import { splitBeforeLast } from './chartLine.ts'

it('draws the way to an unfinished place as a line of its own, which meets the other one', () => {
  expect(splitBeforeLast([3, 5, 1])).toEqual([
    [3, 5, null],
    [null, 5, 1],
  ])
  expect(splitBeforeLast([4])).toEqual([[null], [4]])
  expect(splitBeforeLast([])).toEqual([[], []])
})
