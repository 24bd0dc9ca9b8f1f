import { expect, it } from 'vitest'
import { isBackupMade, nextBackup, retryBackup } from './nextBackup.ts'

const made = (startedAt: string) => ({ made: { startedAt, madeAt: startedAt, name: 'a backup', place: 'a place' } })
const at = (time: string) => new Date(`2026-11-21T${time}.000Z`)

it('makes one each day at 02:00 UTC', () => {
  expect(nextBackup(at('01:59:59'))).toEqual(at('02:00:00'))
  expect(nextBackup(at('02:00:00'))).toEqual(new Date('2026-11-22T02:00:00.000Z'))
})

it('makes none again that was made since', () => {
  const state = made('2026-11-20T02:00:10.000Z')
  expect(isBackupMade(state, at('01:59:59'))).toBe(true)
  expect(isBackupMade(state, at('02:00:00'))).toBe(false)
  expect(isBackupMade(made('2026-11-21T02:00:00.000Z'), at('23:59:59'))).toBe(true)
  expect(isBackupMade({}, at('15:00:00'))).toBe(false)
})

it('tries a failed one again after an hour, and at its time on the next day', () => {
  expect(retryBackup(at('02:00:05'))).toEqual(at('03:00:05'))
  expect(retryBackup(at('01:40:00'))).toEqual(at('02:00:00'))
})
