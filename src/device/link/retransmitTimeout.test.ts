import { expect, it } from 'vitest'
import { createRetransmitTimeout } from './retransmitTimeout.ts'

function timeouts(timeout = createRetransmitTimeout()): number[] {
  return [0, 1, 2, 3, 4, 5].map((transmission) => Math.round(timeout.timeoutMs('program', transmission)))
}

it('starts at a quarter of a second and doubles', () => {
  expect(timeouts()).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
})

it('gets shorter on a fast link, but not so short that a busy page looks like a lost frame', () => {
  const timeout = createRetransmitTimeout()
  for (let reply = 0; reply < 50; reply += 1) timeout.sample('program', 2, 1)
  expect(timeouts(timeout)).toEqual([150, 300, 600, 1_200, 2_000, 2_000])
})

it('stays above the round trip of a slow link, so that nothing is sent twice without need', () => {
  const timeout = createRetransmitTimeout()
  for (let reply = 0; reply < 50; reply += 1) timeout.sample('program', reply % 2 === 0 ? 380 : 420, 1)
  const [first = 0] = timeouts(timeout)
  expect(first).toBeGreaterThan(420)
  expect(first).toBeLessThan(800)
})

it('keeps the doubled timeout until a request without a repeat is measured', () => {
  const timeout = createRetransmitTimeout()
  timeout.sample('program', 600, 2)
  expect(timeouts(timeout)[0]).toBe(500)
  timeout.sample('program', 400, 1)
  expect(timeouts(timeout)[0]).toBe(1_200)
})

it('gives an erase its own time, and takes no sample of it', () => {
  const timeout = createRetransmitTimeout()
  timeout.sample('erase', 900, 1)
  expect(timeouts(timeout)[0]).toBe(250)
  expect(timeout.timeoutMs('erase', 0)).toBe(1_000)
  expect(timeout.timeoutMs('programComplete', 0)).toBe(2_000)
})
