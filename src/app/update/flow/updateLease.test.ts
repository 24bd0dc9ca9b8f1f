import { beforeEach, expect, it } from 'vitest'
import { renewEveryMs } from '../../../contract/openUpdate.ts'
import { firmware, userProduct } from '../../../../tests/support/updateWorld.ts'
import type { FlowState } from './flowState.ts'
import { createUpdateLease } from './updateLease.ts'

const target = { userProductId: userProduct.id, firmwareId: firmware.id } as never
const updating = (percent: number): FlowState =>
  ({ step: 'updating', target, percent, link: null, row: { sequence: 1, record: 7, stage: { name: 'running', place: null } } }) as never

let renewed: (readonly [id: number, percent: number])[]
let timers: { delayMs: number; run: () => void; isCancelled: boolean }[]
let id: number | null
let answer: () => Promise<unknown>
let lease: (state: FlowState) => void

beforeEach(() => {
  renewed = []
  timers = []
  id = 55
  answer = () => Promise.resolve()
  lease = createUpdateLease({
    recordId: () => Promise.resolve(id),
    renew: (recordId, percent) => {
      renewed.push([recordId, percent])
      return answer()
    },
    schedule: (delayMs, run) => {
      const timer = { delayMs, run, isCancelled: false }
      timers.push(timer)
      return () => {
        timer.isCancelled = true
      }
    },
  })
})

async function fire(): Promise<void> {
  const last = timers.at(-1)
  if (last?.isCancelled === false) last.run()
  // What was begun ends without a wait of its own.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

it('is renewed every 15 seconds with the last percentage, until the update ends', async () => {
  lease(updating(0))
  lease(updating(12))
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([renewEveryMs])
  await fire()
  lease(updating(60))
  await fire()
  lease({ step: 'idle' })
  await fire()
  expect(renewed).toEqual([
    [55, 12],
    [55, 60],
  ])
})

it('is renewed once the server has the record, and again after a renewal that failed', async () => {
  id = null
  lease(updating(5))
  await fire()
  expect(renewed).toEqual([])
  id = 55
  answer = () => Promise.reject(new Error('no network'))
  await fire()
  answer = () => Promise.resolve()
  await fire()
  expect(renewed).toHaveLength(2)
})
