import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Starts work of these accounts, all at once; what it returns ends them one by one, and says whose turn it was. */
function startAll(accounts: readonly number[], inTurn = createTurns(32)) {
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
  const inTurn = createTurns(32)
  await startAll([1, 2, 3], inTurn)()
  await expect(startAll([1, 2, 3, 1, 2, 3, 4], inTurn)()).resolves.toEqual([1, 4, 2, 3, 1, 2, 3])
})

it('where too many wait, the server is busy for the account that has most of them, and not for who comes last', async () => {
  const inTurn = createTurns(3)
  const endAll = startAll([1, 2, 2, 2], inTurn)
  const busy = inTurn(2, () => Promise.resolve())
  await expect(busy).rejects.toMatchObject({ code: 'service.unavailable.error' })
  const others = startAll([3, 4], inTurn)
  await expect(endAll()).resolves.toEqual([1, 2])
  await expect(others()).resolves.toEqual([3, 4])
})

it('goes on after work that fails', async () => {
  const inTurn = createTurns(32)
  const failed = inTurn(1, () => Promise.reject(new Error('broken')))
  const next = inTurn(2, () => Promise.resolve('next'))
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('next')
})

it('tells work whether another account waits for it', async () => {
  const inTurn = createTurns(32)
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
