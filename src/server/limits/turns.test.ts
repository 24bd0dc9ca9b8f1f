import { expect, it, vi } from 'vitest'
import { createTurns } from './turns.ts'

const oneAtATime = (waitingMax = 32) => createTurns({ atOnceMax: 1, ofOneMax: 1, waitingMax })

/** Starts work of these accounts, all at once; what it returns ends them one by one, and says whose turn it was. */
function startAll(accounts: readonly number[], inTurn = oneAtATime()) {
  const begun: { account: number; end: () => void }[] = []
  const all = accounts.map((account) => inTurn(account, () => new Promise<void>((end) => begun.push({ account, end }))))
  const outcomes = Promise.allSettled(all)
  return async function endAll(): Promise<number[]> {
    const order: number[] = []
    for (;;) {
      await new Promise(setImmediate)
      const [one, other] = begun.splice(0)
      expect(other).toBeUndefined()
      if (one === undefined) break
      order.push(one.account)
      one.end()
    }
    await outcomes
    return order
  }
}

it('one at a time, and an account with many files lets the others between them', async () => {
  await expect(startAll([1, 1, 1, 1, 2, 2, 3])()).resolves.toEqual([1, 2, 3, 1, 2, 1, 1])
})

it('who comes last goes before those who had a turn a moment ago', async () => {
  const inTurn = oneAtATime()
  await startAll([1, 2, 3], inTurn)()
  await expect(startAll([1, 2, 3, 1, 2, 3, 4], inTurn)()).resolves.toEqual([1, 4, 2, 3, 1, 2, 3])
})

it('where too many wait, the server is busy for the account that has most of them, and not for who comes last', async () => {
  const inTurn = oneAtATime(3)
  const endAll = startAll([1, 2, 2, 2], inTurn)
  const busy = inTurn(2, () => Promise.resolve())
  await expect(busy).rejects.toMatchObject({ code: 'service.unavailable.error' })
  const others = startAll([3, 4], inTurn)
  await expect(endAll()).resolves.toEqual([1, 2])
  await expect(others()).resolves.toEqual([3, 4])
})

it('goes on after work that fails', async () => {
  const inTurn = oneAtATime()
  const failed = inTurn(1, () => Promise.reject(new Error('broken')))
  const next = inTurn(2, () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('next')
})

it('tells work whether another account waits for it', async () => {
  const inTurn = oneAtATime()
  const end = Promise.withResolvers<boolean>()
  const seen: boolean[] = []
  const first = inTurn(1, async (isAwaited) => {
    seen.push(isAwaited())
    await end.promise
    seen.push(isAwaited())
  })
  const others = [inTurn(1, async (isAwaited) => void seen.push(isAwaited())), inTurn(2, async (isAwaited) => void seen.push(isAwaited()))]
  end.resolve(true)
  await Promise.all([first, ...others])
  // First alone, then with the second account behind it; that one has the first behind it, which is alone in the end.
  expect(seen).toEqual([false, true, true, false])
})

/** Asks for turns of work that ends when the test says so; `begun` names what has begun. */
function holding(inTurn: ReturnType<typeof createTurns>) {
  const begun: string[] = []
  function hold(account: number, name: string, signal?: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = inTurn(account, () => (begun.push(name), promise), signal)
    /** Resolves when what follows has begun. */
    const end = async () => {
      resolve()
      await done
      await new Promise(setImmediate)
    }
    return { done, end }
  }
  return { begun, hold }
}

it('some at once, of which one account has no more than its part: what it holds keeps nobody waiting', async () => {
  const { begun, hold } = holding(createTurns({ atOnceMax: 3, ofOneMax: 2, waitingMax: 8 }))
  const [first, second, third] = [hold(1, 'first'), hold(1, 'second'), hold(1, 'third')]
  const [other, another] = [hold(2, 'other'), hold(3, 'another')]
  expect(begun).toEqual(['first', 'second', 'other'])
  await other.end()
  expect(begun.at(-1)).toBe('another')
  await another.end()
  // A place is free, but not for the account that holds two.
  expect(begun.at(-1)).toBe('another')
  await first.end()
  expect(begun.at(-1)).toBe('third')
  await Promise.all([second.end(), third.end()])
})

it('who leaves while waiting never begins, and makes room at once', async () => {
  const { begun, hold } = holding(oneAtATime(2))
  const leaving = new AbortController()
  const remembered = vi.spyOn(leaving.signal, 'addEventListener')
  const forgotten = vi.spyOn(leaving.signal, 'removeEventListener')
  const first = hold(1, 'first')
  const left = hold(2, 'left', leaving.signal)
  const next = hold(3, 'next')
  leaving.abort(new Error('gone'))
  await expect(left.done).rejects.toThrow('gone')
  const last = hold(4, 'last')
  for (const one of [first, next, last]) await one.end()
  expect(begun).toEqual(['first', 'next', 'last'])
  expect(forgotten.mock.calls).toEqual(remembered.mock.calls)
})

it('who has left before does not begin, and who leaves later is not stopped', async () => {
  const { begun, hold } = holding(oneAtATime())
  await expect(hold(1, 'late', AbortSignal.abort(new Error('gone'))).done).rejects.toThrow('gone')
  const leaving = new AbortController()
  const running = hold(1, 'running', leaving.signal)
  leaving.abort()
  await expect(running.end()).resolves.toBeUndefined()
  expect(begun).toEqual(['running'])
})
