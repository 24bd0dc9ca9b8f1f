import { expect, it } from 'vitest'
import { createPatience } from './retransmitTimeout.ts'

function waits(patience = createPatience()): number[] {
  return [0, 1, 2, 3, 4, 5].map((sending) => Math.round(patience.waitMs('program', sending)))
}

it('doubles from a quarter of a second while nothing is known of the link', () => {
  expect(waits()).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
})

it('misses a frame sooner on a fast link, but not at a moment in which the page is busy', () => {
  const patience = createPatience()
  for (let reply = 0; reply < 50; reply += 1) patience.learn('program', 2, 1)
  expect(waits(patience)).toEqual([150, 300, 600, 1_200, 2_000, 2_000])
})

it('waits longer than a slow link takes, so that nothing is sent twice for no reason', () => {
  const patience = createPatience()
  for (let reply = 0; reply < 50; reply += 1) patience.learn('program', reply % 2 === 0 ? 380 : 420, 1)
  const [first = 0] = waits(patience)
  expect(first).toBeGreaterThan(420)
  expect(first).toBeLessThan(800)
})

it('stays as patient as it took to be answered until it knows which sending was', () => {
  const patience = createPatience()
  patience.learn('program', 600, 2)
  expect(waits(patience)[0]).toBe(500)
  patience.learn('program', 400, 1)
  expect(waits(patience)[0]).toBe(1_200)
})

it('learns nothing of the link from an erase, and gives it its own time', () => {
  const patience = createPatience()
  patience.learn('erase', 900, 1)
  expect(waits(patience)[0]).toBe(250)
  expect(patience.waitMs('erase', 0)).toBe(1_000)
  expect(patience.waitMs('programComplete', 0)).toBe(2_000)
})
