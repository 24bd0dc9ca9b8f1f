/** Fails the test that got an answer which differs from the OpenAPI document. */
import { afterEach, expect } from 'vitest'
import { undocumented } from './documentedAnswers.ts'

afterEach(() => {
  expect(undocumented.splice(0)).toEqual([])
})
