import { expect, it } from 'vitest'
import { shareRows } from './shareRows.ts'

const people = ['a', 'b', 'c', 'd', 'e']

it.each([
  [[people, ['1']], 4, ['a', 'b', 'c', '1']],
  [[people, ['1', '2', '3']], 4, ['a', 'b', '1', '2']],
  [[people, ['1'], ['x', 'y', 'z']], 5, ['a', 'b', '1', 'x', 'y']],
  [[people, [], []], 10, people],
  [[[], []], 10, []],
  [[people, ['1', '2'], ['x']], 2, ['a', '1']],
])('%j: one kind with many matches hides no other', (lists, rowsMax, expected) => {
  expect(shareRows(lists, rowsMax)).toEqual(expected)
})
