import { expect, it } from 'vitest'
import { beginningOf } from './beginning.ts'

const arrivedAt = new Date('2026-11-25T12:00:00.000Z')
const at = (time: string) => new Date(`2026-11-25T${time}:00.000Z`)
const iso = (date: Date) => date.toISOString()

it('counts how long ago a page says that its update began, whatever its clock shows', () => {
  for (const offHours of [-1, 0, 1]) {
    const clock = (time: string) => iso(new Date(at(time).getTime() + offHours * 3_600_000))
    const sent = clock('11:30')
    const expected = { date: at('11:30'), sentDate: new Date(sent), beganFrom: null, beganBy: null }
    expect(beginningOf({ date: sent, now: clock('12:00') }, arrivedAt)).toEqual(expected)
  }
})

it('begins no update after its record arrived', () => {
  expect(beginningOf({ date: iso(at('13:00')), now: iso(at('12:00')) }, arrivedAt).date).toEqual(arrivedAt)
  expect(beginningOf({ date: iso(at('13:00')) }, arrivedAt)).toMatchObject({ date: arrivedAt, beganBy: arrivedAt })
  expect(beginningOf({}, arrivedAt)).toEqual({ date: arrivedAt, sentDate: null, beganFrom: null, beganBy: null })
})

it('trusts the clock of a page that does not send it to a day, and a later one not at all', () => {
  expect(beginningOf({ date: '2026-11-20T12:00:00.000Z' }, arrivedAt)).toMatchObject({
    beganFrom: new Date('2026-11-19T12:00:00.000Z'),
    beganBy: new Date('2026-11-21T12:00:00.000Z'),
  })
  expect(beginningOf({ date: '2027-01-01T00:00:00.000Z' }, arrivedAt)).toMatchObject({ beganFrom: new Date(0), beganBy: arrivedAt })
})
