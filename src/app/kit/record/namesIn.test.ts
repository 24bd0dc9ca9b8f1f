import { expect, it } from 'vitest'
import { namesIn } from './namesIn.ts'

it('lists the names of records, both as forms and as the audit trail store them', () => {
  expect(
    namesIn([
      { id: 1, tostring: 'WS6 Master' },
      { id: 2, tostring: 'WSAII' },
    ]),
  ).toBe('WS6 Master, WSAII')
  expect(namesIn(['WS6 Master', 'WSAII'])).toBe('WS6 Master, WSAII')
  expect(namesIn([])).toBe('')
})
