import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { nextTurn, piecesInARound } from './nextTurn.ts'

it('gives turns in the order of asking, and everything else its own between a few of them', async () => {
  const asked = Array.from({ length: 5 * piecesInARound }, (_, index) => index)
  const given: number[] = []
  for (const one of asked) void nextTurn().then(() => given.push(one))
  const rounds: number[] = []
  while (given.length < asked.length) {
    const before = given.length
    await setImmediate()
    rounds.push(given.length - before)
  }
  expect(given).toEqual(asked)
  expect(Math.max(...rounds)).toBe(piecesInARound)
})
