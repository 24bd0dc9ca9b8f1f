import { expect, it } from 'vitest'
import { isBackupDue } from './nextBackup.ts'

const made = (startedAt: string) => ({ made: { startedAt, madeAt: startedAt, name: 'a backup', place: 'a place' } })
const failed = (startedAt: string) => ({ failed: { startedAt, reason: 'a reason', times: 1 } })
const at = (time: string) => new Date(`2026-11-21T${time}.000Z`)

it('makes the first scheduled backup at once', () => {
  expect(isBackupDue({}, at('15:00:00'))).toBe(true)
})

it('makes one each day at 02:00 UTC', () => {
  const state = made('2026-11-20T02:00:10.000Z')
  expect(isBackupDue(state, at('01:59:59'))).toBe(false)
  expect(isBackupDue(state, at('02:00:00'))).toBe(true)
  expect(isBackupDue(made('2026-11-21T02:00:00.000Z'), at('23:59:59'))).toBe(false)
})

it('makes up for one that was due while no server ran', () => {
  expect(isBackupDue(made('2026-11-19T02:00:10.000Z'), at('09:00:00'))).toBe(true)
})

it('tries a failed one again after an hour, and at its time on the next day', () => {
  const state = { ...made('2026-11-20T02:00:10.000Z'), ...failed('2026-11-21T02:00:05.000Z') }
  expect(isBackupDue(state, at('03:00:04'))).toBe(false)
  expect(isBackupDue(state, at('03:00:05'))).toBe(true)
  expect(isBackupDue({ ...state, ...failed('2026-11-21T01:40:00.000Z') }, at('02:00:00'))).toBe(true)
})

it('does not make one again each hour because files are missing in it', () => {
  const state = { ...made('2026-11-21T02:00:05.000Z'), ...failed('2026-11-21T02:00:05.000Z') }
  expect(isBackupDue(state, at('12:00:00'))).toBe(false)
})
