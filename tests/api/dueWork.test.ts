/** Work that is due is done once, in order, by one server of several (src/server/work/). */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { dueWork, settings } from '../../src/server/db/tables.ts'
import { noteRestored, resumeRestored } from '../../src/server/installation/restored.ts'
import { takeWork } from '../../src/server/work/claims.ts'
import { cancel, schedule } from '../../src/server/work/dueWork.ts'
import { readNow } from '../../src/server/work/lookForWork.ts'
import { onPostgres } from '../support/databases.ts'
import { createGate, mail, openWorkers, type Run, step, tick, untilAborted, type Workers } from '../support/workers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const patience = { timeout: 300_000, interval: 10 }
const longAgo = (minutes = 0) => new Date(Date.parse('2026-01-01') + minutes * minuteMs)
const inAnHour = (now: Date) => new Date(now.getTime() + hourMs)
const never = new Date('2100-01-01')

onPostgres(({ open }) => {
  let db: Database
  let workers: Workers
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    for (const table of [dueWork, settings]) await db.delete(table)
    workers = openWorkers(db)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await workers.stopAll()
  })

  const rows = () => db.select().from(dueWork).orderBy(dueWork.key)
  const add = (key: string, dueAt = longAgo(), kind: typeof step | typeof mail = step) => schedule(db, { kind, key, dueAt })
  const keysLeft = (keys: readonly string[]) => vi.waitFor(async () => expect((await rows()).map(({ key }) => key)).toEqual(keys), patience)

  it('does late work once, in the order of its times, whatever was scheduled first', async () => {
    for (const minute of [3, 1, 2]) await add(`minute ${minute}`, longAgo(minute))
    await add('of the future', never)
    workers.startSteps()
    await keysLeft(['of the future'])
    expect(workers.done).toEqual(['minute 1', 'minute 2', 'minute 3'])
  })

  it('is done by one of several servers, and one after the other within its lane', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'))
    for (const key of keys) await add(key)
    let [running, most] = [0, 0]
    const run: Run = async (piece) => {
      most = Math.max(most, (running += 1))
      await readNow(db)
      await workers.note(piece)
      running -= 1
    }
    for (const _ of [1, 2, 3]) workers.startSteps(run, { times: { lookEveryMs: 1 } })
    await keysLeft([])
    expect(workers.done).toEqual(keys)
    expect(most).toBe(1)
  })

  it('waits for nothing in another lane', async () => {
    const gate = createGate()
    await add('long')
    await add('short', longAgo(), mail)
    workers.startSteps(() => gate.passed)
    workers.start({ [mail]: { lane: 'alerts', run: (_, piece) => workers.note(piece) } })
    await keysLeft(['long'])
    expect(workers.done).toEqual(['short'])
    gate.open()
    await keysLeft([])
  })

  it('is known from the first start where it is done again and again, and done once however often it was missed', async () => {
    let times = 0
    const start = () => workers.start({ [tick]: { lane: 'tidying', every: inAnHour, run: () => Promise.resolve(void (times += 1)) } })
    const isDone = (count: number) =>
      vi.waitFor(async () => {
        const [row] = await rows()
        expect([times, row]).toEqual([count, expect.objectContaining({ key: '', claimedBy: null, attempts: 0, doneAt: expect.any(Date) })])
        expect(Math.round(((row?.dueAt.getTime() ?? 0) - (row?.doneAt?.getTime() ?? 0)) / hourMs)).toBe(1)
      }, patience)
    await start()()
    start()
    await isDone(1)
    await db.update(dueWork).set({ dueAt: longAgo(), doneAt: null })
    await isDone(2)
    // A database whose clock was wrong once.
    await db.update(dueWork).set({ dueAt: never })
    await vi.waitFor(async () => expect((await rows())[0]?.dueAt.getTime()).toBeLessThan(never.getTime()), patience)
    expect(times).toBe(2)
  })

  it('waits while a restored installation is not in service, if it says so', async () => {
    await noteRestored(db, longAgo())
    await add('waits')
    await add('goes on', longAgo(), mail)
    workers.startSteps(workers.note, { kind: { waitsAfterRestore: true } })
    workers.start({ [mail]: { lane: 'backups', run: (_, piece) => workers.note(piece) } })
    await keysLeft(['waits'])
    expect(workers.done).toEqual(['goes on'])
    await resumeRestored(db)
    await keysLeft([])
  })

  it('is left alone by a server that it does not apply to', async () => {
    const kind = { appliesTo: () => false, every: () => never }
    await add('done by another')
    workers.startSteps(workers.note, { kind })
    workers.start({ [mail]: { lane: 'alerts', run: (_, piece) => workers.note(piece) } })
    await add('a sign that both have looked', longAgo(), mail)
    await keysLeft(['done by another'])
    expect(await rows()).toEqual([expect.objectContaining({ attempts: 0 })])
  })

  it('goes by the clock of the database, whatever this computer takes for the time', async () => {
    const now = Date.now()
    await add('in an hour', new Date(now + hourMs))
    vi.useFakeTimers({ toFake: ['Date'], now: now + 24 * hourMs })
    const lane = { name: 'backups', all: [step], taken: [step], waiting: [] }
    expect(await takeWork(db, lane, { server: crypto.randomUUID(), leaseMs: 1 })).toBeUndefined()
    workers.startSteps()
    await add('a sign that the server has looked')
    await keysLeft(['in an hour'])
    expect(workers.done).toEqual(['a sign that the server has looked'])
  })

  describe('scheduled', () => {
    it('in a transaction that fails, is not', async () => {
      const failing = db.transaction(async (transaction) => {
        await schedule(transaction, { kind: step, key: 'never', dueAt: longAgo() })
        throw new Error('no commit')
      })
      await expect(failing).rejects.toThrow('no commit')
      expect(await rows()).toEqual([])
    })

    it('anew, has the new time and no failures', async () => {
      await add('one')
      await db.update(dueWork).set({ attempts: 3, lastError: 'a reason', failedAt: longAgo() })
      await add('one', never)
      expect(await rows()).toEqual([expect.objectContaining({ dueAt: never, attempts: 0, lastError: null, failedAt: null })])
    })

    it.each([
      { when: 'at once', dueAt: longAgo(), left: [], times: 2 },
      { when: 'later', dueAt: never, left: ['one'], times: 1 },
    ])('anew while it is done, to be due $when, is not forgotten', async ({ dueAt, left, times }) => {
      const [begun, gate] = [createGate(), createGate()]
      await add('one')
      workers.startSteps(async (piece) => {
        await workers.note(piece)
        begun.open()
        await gate.passed
      })
      await begun.passed
      await add('one', dueAt)
      gate.open()
      await vi.waitFor(
        async () => expect((await rows()).map(({ key, claimedBy }) => (claimedBy === null ? key : '…'))).toEqual(left),
        patience,
      )
      expect(workers.done).toHaveLength(times)
    })

    it('and cancelled while it is due, is not done', async () => {
      await add('cancelled')
      await add('kept')
      await cancel(db, step, 'cancelled')
      workers.startSteps()
      await keysLeft([])
      expect(workers.done).toEqual(['kept'])
    })

    it('and cancelled while it is done, is told to give up, and is no failure', async () => {
      const begun = createGate()
      await add('cancelled')
      const run: Run = (piece) => {
        begun.open()
        return untilAborted(piece)
      }
      workers.startSteps(run, { times: { leaseMs: 90 } })
      await begun.passed
      await cancel(db, step, 'cancelled')
      await vi.waitFor(() => expect(workers.logged()).toContain('was given up'), patience)
      expect(await rows()).toEqual([])
    })
  })
})
