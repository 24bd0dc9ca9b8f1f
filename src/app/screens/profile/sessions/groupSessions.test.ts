import { expect, it } from 'vitest'
import type { Session } from '../../../../contract/session.ts'
import { groupSessions } from './groupSessions.ts'

function session(id: string, deviceId: number | null, isCurrent = false): Session {
  const at = '2026-11-21T10:00:00.000Z'
  return { id, deviceId, isCurrent, browser: null, system: null, startedAt: at, lastUsedAt: at, method: null }
}
const idsOf = (sessions: readonly Session[]) => groupSessions(sessions).map((group) => group.sessions.map(({ id }) => id))

it('puts the sign-ins of one browser together, the last used first', () => {
  expect(idsOf([session('a', 1), session('b', 2), session('c', 1)])).toEqual([['a', 'c'], ['b']])
})

it('puts this browser first, and in it the current sign-in', () => {
  expect(idsOf([session('a', 1), session('b', 2), session('c', 2, true), session('d', 3)])).toEqual([['c', 'b'], ['a'], ['d']])
})

it('leaves sign-ins of unknown browsers apart', () => {
  expect(idsOf([session('a', null), session('b', 1), session('c', null)])).toEqual([['a'], ['b'], ['c']])
})

it('of nothing is nothing', () => {
  expect(idsOf([])).toEqual([])
})
