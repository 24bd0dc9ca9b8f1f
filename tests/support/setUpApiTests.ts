/** Fails the test that got an answer which differs from the OpenAPI document. */
import { afterEach } from 'vitest'
import { undocumented } from './documentedAnswers.ts'

afterEach(() => {
  const differences = undocumented.splice(0)
  if (differences.length > 0) throw new Error(`not as the OpenAPI document says:\n${differences.join('\n')}`)
})
