import { expect, it } from 'vitest'
import { createSteadyMs } from './machineClock.ts'

const hourMs = 60 * 60_000

it('counts the time in which the computer slept, and no coarse reading of its uptime', () => {
  let [awakeMs, uptimeMs] = [5_000, 1_000_000]
  const steadyMs = createSteadyMs(
    () => awakeMs,
    () => uptimeMs,
  )
  const startedMs = steadyMs()
  const pass = (awake: number, asleep = 0) => {
    awakeMs += awake
    uptimeMs += awake + asleep
  }
  pass(2_000)
  uptimeMs -= 900
  expect(steadyMs() - startedMs).toBe(2_000)
  uptimeMs += 900
  pass(2_000, 8 * hourMs)
  expect(steadyMs() - startedMs).toBe(4_000 + 8 * hourMs)
  pass(2_000)
  expect(steadyMs() - startedMs).toBe(6_000 + 8 * hourMs)
  pass(2_000, hourMs)
  expect(steadyMs() - startedMs).toBe(8_000 + 9 * hourMs)
})
