import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clockLeadMs, noteAnswer } from '../../../api/serverReachability.ts'
import { checkPurchase } from './checkPurchase.ts'

const dayMs = 86_400_000
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  clockLeadMs.setState(() => 0)
})

/** An answer of a server whose clock is ahead of this computer's. */
const answerOf = (leadMs: number, headers: Record<string, string> = { 'Cache-Control': 'no-store' }) =>
  noteAnswer(new Response('', { headers: { Date: new Date(Date.now() + leadMs).toUTCString(), ...headers } }))
const errorsOf = (at: number) => checkPurchase({ purchaseDate: day(at), purchaseProofFile: undefined }, { isProofRequired: false })
const isToCome = { purchaseDate: 'date.future.error' }

it('takes the purchase of today on a computer whose clock is a day behind, and refuses that of tomorrow', () => {
  expect(errorsOf(Date.now() + dayMs)).toEqual(isToCome)
  answerOf(dayMs)
  expect(errorsOf(Date.now() + dayMs)).toEqual({})
  expect(errorsOf(Date.now() + 2 * dayMs)).toEqual(isToCome)
})

it('refuses the purchase of tomorrow on a computer whose clock is a day ahead', () => {
  answerOf(-dayMs)
  expect(errorsOf(Date.now())).toEqual(isToCome)
})

it.each([{ 'Cache-Control': 'max-age=60' }, { 'Cache-Control': 'no-store', Age: '86400' }, {}])(
  'learns nothing from an answer that a cache may have given: %j',
  (headers) => {
    answerOf(-dayMs, headers)
    expect(errorsOf(Date.now())).toEqual({})
  },
)
