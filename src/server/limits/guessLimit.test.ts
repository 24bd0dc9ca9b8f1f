import { once } from 'node:events'
import { expect, it } from 'vitest'
import { AppError } from '../../errors.ts'
import { checkGuess, type GuessLimit, type Outcome } from './guessLimit.ts'

const unavailable = { code: 'service.unavailable.error', status: 503 }

/** A limit in memory: `max` concurrent tries; each wrong one is used up. */
function limitOf(key: string, max: number) {
  const settled: Outcome[] = []
  let left = max
  const limit: GuessLimit = {
    key,
    reserve: async () => {
      if (left > 0) left -= 1
      else if (settled.filter((outcome) => outcome === 'wrong').length >= max) throw new AppError('too.many.requests.error')
      else return false
      return true
    },
    settle: async (outcome) => {
      settled.push(outcome)
      if (outcome !== 'wrong') left += 1
    },
  }
  return { limit, settled }
}

const right = async () => 'right'
const guess = async () => {
  throw new AppError('Login.error')
}
const fail = async () => {
  throw new AppError('service.unavailable.error')
}
/** A check that ends when the test says so. */
function held() {
  const gate = new AbortController()
  const ended = once(gate.signal, 'abort')
  return { check: () => ended, end: () => gate.abort() }
}

it('checks tries one by one when only one is left, and never rejects a correct one', async () => {
  const { limit, settled } = limitOf('one after another', 1)
  let running = 0
  const check = async () => {
    running += 1
    await new Promise(setImmediate)
    const atOnce = running
    running -= 1
    return atOnce
  }
  const all = await Promise.all(Array.from({ length: 30 }, () => checkGuess(limit, [], check)))
  expect(all).toEqual(Array<number>(30).fill(1))
  expect(settled).toEqual(Array<Outcome>(30).fill('right'))
})

it('does not count a check that could not be made as a wrong guess', async () => {
  const { limit, settled } = limitOf('outcomes', 5)
  await expect(checkGuess(limit, ['Login.error'], right)).resolves.toBe('right')
  await expect(checkGuess(limit, ['Login.error'], guess)).rejects.toMatchObject({ code: 'Login.error' })
  await expect(checkGuess(limit, ['Login.error'], fail)).rejects.toMatchObject(unavailable)
  expect(settled).toEqual(['right', 'wrong', 'unknown'])
})

it('rejects waiting tries as soon as the last checked one turns out wrong', async () => {
  const { limit } = limitOf('refused', 1)
  const { check, end } = held()
  const failing = checkGuess(limit, ['Login.error'], () => check().then(guess)).catch((error: unknown) => error)
  const waiting = Promise.allSettled(Array.from({ length: 100 }, () => checkGuess(limit, [], right)))
  end()
  expect(await failing).toMatchObject({ code: 'Login.error' })
  for (const outcome of await waiting) expect(outcome).toMatchObject({ reason: { code: 'too.many.requests.error' } })
})

it('polls for tries that another server refunds', async () => {
  let asked = 0
  const limit: GuessLimit = { key: 'elsewhere', reserve: async () => (asked += 1) === 4, settle: async () => undefined }
  await expect(checkGuess(limit, [], right)).resolves.toBe('right')
  expect(asked).toBe(4)
})

it('reports that it is busy after waiting too long, or if too many wait already', async () => {
  const { limit } = limitOf('busy', 1)
  const { check, end } = held()
  const running = checkGuess(limit, [], check)
  await expect(checkGuess(limit, [], right, performance.now())).rejects.toMatchObject(unavailable)
  const crowd = Array.from({ length: 501 }, () => checkGuess(limit, [], right))
  await expect(crowd[500]).rejects.toMatchObject(unavailable)
  end()
  await running
  await expect(Promise.all(crowd.slice(0, 500))).resolves.toHaveLength(500)
})
