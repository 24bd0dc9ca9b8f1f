// @module-tag rest
/** Work that fails, servers that stop or are killed while they do it, and a database that is away (src/server/work/). */
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '../../src/server/db/connect.ts'
import { dueWork } from '../../src/server/db/tables.ts'
import { takeWork } from '../../src/server/work/claims.ts'
import { schedule } from '../../src/server/work/dueWork.ts'
import { readNow } from '../../src/server/work/lookForWork.ts'
import { onPostgres } from '../support/databases.ts'
import { createGate, openWorkers, type Run, step, untilAborted, type Workers } from '../support/workers.ts'

const minuteMs = 60_000
const patience = { timeout: 300_000, interval: 10 }
const longAgo = (minutes = 0) => new Date(Date.parse('2026-01-01') + minutes * minuteMs)

onPostgres(({ open }) => {
  let db: Database
  let workers: Workers
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await db.delete(dueWork)
    workers = openWorkers(db)
  })
  afterEach(() => workers.stopAll())

  const rows = () => db.select().from(dueWork).orderBy(dueWork.key)
  const add = (key: string, dueAt = longAgo()) => schedule(db, { kind: step, key, dueAt })
  const isEmpty = () => vi.waitFor(async () => expect(await rows()).toEqual([]), patience)
  const becomesDue = (key: string) => db.update(dueWork).set({ dueAt: longAgo() }).where(eq(dueWork.key, key))
  const failed = (times: number) =>
    vi.waitFor(async () => {
      const [row] = await rows()
      expect(row).toMatchObject({ attempts: times, claimedBy: null, dueAt: expect.toSatisfy((at: Date) => at > longAgo()) })
      return row
    }, patience)

  it('is tried again after a pause that grows, holds nothing up, and says why it failed, without values', async () => {
    let isBroken = true
    await add('broken', longAgo(1))
    await add('behind', longAgo(2))
    workers.startSteps(async (piece) => {
      if (piece.key === 'broken' && isBroken)
        await db.execute(sql`select 1 / 0 from settings right join (select ${'a secret'}::text) as one on true`)
      await workers.note(piece)
    })
    for (const [times, minutes] of [1, 2, 4, 8].entries()) {
      const row = await failed(times + 1)
      expect(row).toMatchObject({ key: 'broken', lastError: 'division by zero' })
      expect(Math.round(((row?.dueAt.getTime() ?? 0) - (row?.failedAt?.getTime() ?? 0)) / minuteMs)).toBe(minutes)
      await vi.waitFor(async () => expect((await rows()).map(({ key }) => key)).toEqual(['broken']), patience)
      await becomesDue('broken')
    }
    await failed(5)
    expect(workers.logged()).toContain('a piece of work failed')
    expect(workers.logged()).not.toContain('a secret')
    await db.update(dueWork).set({ attempts: 30, dueAt: longAgo() })
    const late = await failed(31)
    expect(Math.round(((late?.dueAt.getTime() ?? 0) - (late?.failedAt?.getTime() ?? 0)) / minuteMs)).toBe(60)
    isBroken = false
    await becomesDue('broken')
    await isEmpty()
    expect(workers.done).toEqual(['behind', 'broken'])
  })

  it('has a pause of its own, where its kind has one', async () => {
    await add('broken')
    const kind = { retryAt: (now: Date, attempts: number) => new Date(now.getTime() + attempts * 5 * minuteMs) }
    workers.startSteps(() => Promise.reject(new Error('a reason')), { kind })
    for (const times of [1, 2]) {
      const row = await failed(times)
      expect(Math.round(((row?.dueAt.getTime() ?? 0) - (row?.failedAt?.getTime() ?? 0)) / minuteMs)).toBe(5 * times)
      await becomesDue('broken')
    }
  })

  it('has forgotten its failures once it was done, where it is done again and again', async () => {
    let isBroken = true
    const run = () => (isBroken ? Promise.reject(new Error('a reason')) : Promise.resolve())
    workers.startSteps(run, { kind: { every: (now) => new Date(now.getTime() + 60 * minuteMs) } })
    await failed(1)
    isBroken = false
    await becomesDue('')
    await vi.waitFor(
      async () => expect(await rows()).toEqual([expect.objectContaining({ attempts: 0, lastError: null, failedAt: null })]),
      patience,
    )
  })

  it('is free at once when its server stops, and due as before', async () => {
    const begun = createGate()
    await add('one')
    const run: Run = (piece) => {
      begun.open()
      return untilAborted(piece)
    }
    const stop = workers.startSteps(run)
    await begun.passed
    await stop()
    expect(await rows()).toEqual([
      expect.objectContaining({ dueAt: longAgo(), attempts: 0, claimedBy: null, claimedUntil: null, lastError: null }),
    ])
    workers.startSteps()
    await isEmpty()
    expect(workers.done).toEqual(['one'])
  })

  it('is finished by a server that stops, if it does not give up', async () => {
    const [begun, gate] = [createGate(), createGate()]
    await add('one')
    const stop = workers.startSteps(async (piece) => {
      begun.open()
      await gate.passed
      await workers.note(piece)
    })
    await begun.passed
    const stopped = stop()
    gate.open()
    await stopped
    expect([workers.done, await rows()]).toEqual([['one'], []])
  })

  it('of a server that was killed is taken over when its claim has run out, and not before', async () => {
    await add('one')
    const lane = { name: 'backups', all: [step], taken: [step], waiting: [] }
    const claim = await takeWork(db, lane, { server: crypto.randomUUID(), leaseMs: 1_000 })
    const until = (await rows())[0]?.claimedUntil ?? undefined
    expect([claim?.key, until]).toEqual(['one', expect.any(Date)])
    let takenAt: Date | undefined
    workers.startSteps(async () => {
      takenAt = await readNow(db)
    })
    await isEmpty()
    expect(takenAt?.getTime()).toBeGreaterThanOrEqual(until?.getTime() ?? Infinity)
  })

  it('is kept by a server that is slow, for as long as it takes', async () => {
    await add('one')
    const untils = new Set<number>()
    const run: Run = async (piece) => {
      await vi.waitFor(async () => {
        untils.add((await rows())[0]?.claimedUntil?.getTime() ?? 0)
        expect(Math.max(...untils) - Math.min(...untils)).toBeGreaterThan(3_000)
      }, patience)
      await workers.note(piece)
    }
    for (const _ of [1, 2]) workers.startSteps(run, { times: { leaseMs: 1_000 } })
    await isEmpty()
    expect(workers.done).toEqual(['one'])
  })

  it('is done once the database is back, and noted when that was away meanwhile', async () => {
    let isAway = true
    const through = new Proxy(db, {
      get: (target, name) => {
        if (isAway) throw new Error('away')
        return Reflect.get(target, name)
      },
    })
    await add('one')
    workers.startSteps(
      async (piece) => {
        await workers.note(piece)
        isAway = true
      },
      { through },
    )
    await vi.waitFor(() => expect(workers.logged()).toContain('it could not be seen what work is due'), patience)
    isAway = false
    await vi.waitFor(() => expect(workers.logged()).toContain('it could not be noted'), patience)
    isAway = false
    await isEmpty()
    expect(workers.done).toEqual(['one'])
  })
})
