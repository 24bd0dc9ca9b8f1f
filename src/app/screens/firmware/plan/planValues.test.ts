import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { checkPlan, checkRaise, percentOf, plannedShares, planSchema, raisedTo, raiseSchema } from './planValues.ts'

describe('a raised share', () => {
  it.each([
    ['30', 0.3],
    [' 2.5 ', 0.025],
    ['2,5 %', 0.025],
    ['12.34%', 0.1234],
    ['100', 1],
  ])('is read from "%s"', (share, sent) => {
    const values = { share, reason: ' Support is calm ' }
    expect(v.parse(raiseSchema, values)).toEqual({ share: sent, reason: 'Support is calm' })
    expect([checkRaise(values, 0.02), raisedTo(values, 0.02)]).toEqual([{}, sent])
  })

  it.each(['2', '1.99', 'ten', '0.001', '-5', '1e2'])('is not "%s" after 2 %%', (share) => {
    const values = { share, reason: '' }
    expect([checkRaise(values, 0.02), raisedTo(values, 0.02)]).toEqual([{ share: 'number.invalid.error' }, null])
  })

  it('is at most everyone, and there', () => {
    expect(raisedTo({ share: '101', reason: '' }, 0.02)).toBeNull()
    expect(v.is(raiseSchema, { share: '101', reason: 'x' })).toBe(false)
    expect(checkRaise({ share: ' ', reason: '' }, 0.02)).toEqual({ share: 'MandatoryField' })
  })
})

describe('a plan', () => {
  it.each([
    ['5, 20, 50, 100', [0.05, 0.2, 0.5, 1]],
    ['2.5 %; 10%\n100', [0.025, 0.1, 1]],
    ['40', [0.4]],
    [' ', []],
  ])('is read from "%s"', (shares, planned) => {
    expect(plannedShares(shares)).toEqual(planned)
    expect(v.parse(planSchema, { shares })).toEqual({ shares: planned })
    expect(checkPlan({ shares })).toEqual({})
  })

  it.each(['20, 5', '5, 5', '0, 10', '5, ten', '50, 150'])('is not "%s"', (shares) => {
    expect(plannedShares(shares)).toBeNull()
    expect(checkPlan({ shares })).toEqual({ shares: 'number.invalid.error' })
  })
})

it('writes shares as they are typed', () => {
  expect([0.02, 0.025, 0.1234, 0.29, 1].map(percentOf)).toEqual(['2', '2.5', '12.34', '29', '100'])
})
