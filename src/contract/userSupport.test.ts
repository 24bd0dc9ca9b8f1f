import * as v from 'valibot'
import { expect, it } from 'vitest'
import { userSupport } from './userSupport.ts'

const message = { id: '1', date: '2026-11-21T10:00:00.000Z', outcome: 'waiting', settledAt: null }

it('a log of messages is shown with a kind that this build does not know [T1066]', () => {
  const { response } = userSupport.getMessages
  const log = v.parse(response, [
    { ...message, kind: 'recall' },
    { ...message, kind: 'ofTheNextVersion' },
  ])
  expect(log.map(({ kind }) => kind)).toEqual(['recall', 'other'])
})
