import { expect, it } from 'vitest'
import { namesIn } from './namesIn.ts'

it('names the records of a list, as a form holds them and as the audit trail does', () => {
  expect(
    namesIn([
      { id: 1, tostring: 'WS6 Master' },
      { id: 2, tostring: 'WSAII' },
    ]),
  ).toBe('WS6 Master, WSAII')
  expect(namesIn(['WS6 Master', 'WSAII'])).toBe('WS6 Master, WSAII')
  expect(namesIn([])).toBe('')
})
