import { beforeEach, expect, it } from 'vitest'
import { memoryText } from '../../../../tests/support/memoryText.ts'
import { unplugged, userProduct } from '../../../../tests/support/updateWorld.ts'
import type { FailedUpdate } from '../../detector/updateJournal.ts'
import { createFailureStreaks } from './failureStreaks.ts'

let stored: ReturnType<typeof memoryText>
let minute: number
beforeEach(() => {
  stored = memoryText()
  minute = 10
})

const open = (owner: number | null = 7) => createFailureStreaks(stored, () => owner)

/** A minute after the one before. */
function failureOf(others: Partial<FailedUpdate> = {}, serialNumber = userProduct.serialNumber): FailedUpdate {
  minute += 1
  const { cause, errorType, during, sentBytes, totalBytes } = unplugged
  const target = {
    userProductId: 1,
    firmwareId: 31,
    versionName: '5.3',
    language: 'en',
    before: null,
    wasErased: false,
    productName: 'WS6 Master',
    serialNumber,
    serialNumberFormatted: serialNumber,
    productTypeId: 6,
    file: { sizeBytes: 1, sha256: '' },
  }
  const place = { during, sentBytes, totalBytes, percent: 60, firmwareAfter: 'none' } as const
  return { ...place, target, cause, errorType, failedAt: `2026-11-25T10:${minute}:00.000Z`, ...others }
}

/** Lets an update fail on a page of its own, as after a reload. */
function fail(others: Partial<FailedUpdate> = {}, serialNumber?: string): number {
  const failure = failureOf(others, serialNumber)
  open().add(failure)
  return open().timesInRow(failure)
}

it('counts equal failures in a row, also after a reload', () => {
  expect([fail(), fail(), fail(), fail()]).toEqual([1, 2, 3, 4])
})

it('begins again after another cause, another type of failure, or a success', () => {
  expect([fail(), fail(), fail({ cause: 'device.stalled.error' }), fail()]).toEqual([1, 2, 1, 1])
  expect([fail({ errorType: 'REPROGRAMMATION_ERROR' }), fail({ errorType: 'REPROGRAMMATION_ERROR' })]).toEqual([1, 2])
  open().end(failureOf().target)
  expect(fail({ errorType: 'REPROGRAMMATION_ERROR' })).toBe(1)
})

it('counts each detector by itself', () => {
  expect([fail(), fail({}, 'FF00000001'), fail(), fail({}, 'FF00000001')]).toEqual([1, 1, 2, 2])
  open().end(failureOf().target)
  expect([fail(), fail({}, 'FF00000001')]).toEqual([1, 3])
})

it('counts a failure once that two pages show, or one page again after a reload', () => {
  fail()
  const failure = failureOf()
  for (const page of [open(), open(), open()]) page.add(failure)
  expect(open().timesInRow(failure)).toBe(2)
})

it('learns nothing from another user’s failures, and stores none when nobody is signed in', () => {
  fail()
  const failure = failureOf()
  open(8).add(failure)
  expect(open(8).timesInRow(failure)).toBe(1)
  stored.set(null)
  open(null).add(failureOf())
  expect(stored.get()).toBeNull()
})

it('leaves nothing in the storage after a success, and shows the failure where the storage is full', () => {
  fail()
  open().end(failureOf().target)
  expect(stored.get()).toBeNull()
  const full = { ...memoryText(), set: () => { throw new DOMException('The disk is full.', 'QuotaExceededError') } } // prettier-ignore
  const streaks = createFailureStreaks(full, () => 7)
  const failure = failureOf()
  streaks.add(failure)
  expect(streaks.timesInRow(failure)).toBe(1)
})

it.each(['{', '{"owner":7}', '{"owner":7,"detectors":{"0A1B2C3D4E":{"timesInRow":0}}}'])('takes the stored text %j for none', (text) => {
  stored.set(text)
  expect(fail()).toBe(1)
})
