import { expect, it } from 'vitest'
import { createVirtualClock } from '../../../tests/support/virtualClock.ts'
import { watchSends } from './sendWatch.ts'

type Answer = 'accepted' | 'refused' | 'pending'

const promiseOf: Readonly<Record<Answer, () => Promise<void>>> = {
  accepted: () => Promise.resolve(),
  refused: () => Promise.reject(new DOMException('Failed to write the report.', 'NotAllowedError')),
  pending: () => new Promise(() => {}),
}

/** Sends once after each of these pauses, in ms. Returns how often the browser has lost the device. */
async function losses(sends: readonly (readonly [afterMs: number, answer: Answer])[], isListed = false): Promise<number> {
  const clock = createVirtualClock()
  let times = 0
  const onLost = () => {
    times += 1
  }
  const watch = watchSends(clock, async () => isListed, onLost)
  for (const [afterMs, answer] of sends) {
    await clock.pass(afterMs)
    watch(promiseOf[answer]())
  }
  await clock.pass(1_000)
  return times
}

const sameAnswer = (answer: Answer, ...pausesMs: readonly number[]) => pausesMs.map((afterMs) => [afterMs, answer] as const)

it.each(['refused', 'pending'] as const)('sends that are %s for 3 s mean that the browser has lost the device', async (answer) => {
  expect(await losses([[9_000, 'accepted'], ...sameAnswer(answer, 10, 1_000, 2_000)])).toBe(1)
})

it.each(['refused', 'pending'] as const)('sends that are %s for less are lost frames', async (answer) => {
  expect(await losses([[9_000, 'accepted'], ...sameAnswer(answer, 10, 2_900)])).toBe(0)
})

it('a detector that takes its time is not lost while the browser lists it, unless it refuses', async () => {
  expect(await losses([[9_000, 'accepted'], ...sameAnswer('pending', 10, 1_000, 2_000, 2_000)], true)).toBe(0)
  expect(await losses([[9_000, 'accepted'], ...sameAnswer('refused', 10, 1_000, 2_000, 2_000)], true)).toBeGreaterThan(0)
})

it('sends that are refused with an accepted one between them are lost frames', async () => {
  const sends = [...sameAnswer('refused', 10, 2_000), [10, 'accepted'] as const, ...sameAnswer('refused', 10, 2_000)]
  expect(await losses([[9_000, 'accepted'], ...sends])).toBe(0)
})

it('sends that are refused right after the device was opened are lost frames for 5 s, and then mean it', async () => {
  expect(await losses(sameAnswer('refused', 0, 2_000, 2_000))).toBe(0)
  expect(await losses(sameAnswer('refused', 0, 2_000, 3_000))).toBe(1)
})

it('a page that slept hears late that its sends were accepted', async () => {
  const clock = createVirtualClock()
  const woken = Promise.withResolvers<void>()
  let isLost = false
  const onLost = () => {
    isLost = true
  }
  const watch = watchSends(clock, async () => false, onLost)
  watch(woken.promise)
  await clock.pass(60_000)
  // The worker's repeats are heard first.
  watch(woken.promise)
  watch(woken.promise)
  woken.resolve()
  await clock.pass(1_000)
  expect(isLost).toBe(false)
})
