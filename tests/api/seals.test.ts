// @module-tag rest
/** The audit trail and the security log are sealed, and stay whole through what servers and operators do (docs/security.md, 41). */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { purgeOldEvents } from '../../src/server/auth/securityLog.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { sealedEntries, seals, securityEvents, users } from '../../src/server/db/tables.ts'
import { noteRestoredInChains } from '../../src/server/seals/addSeal.ts'
import { sealChains } from '../../src/server/seals/sealChains.ts'
import { onPostgres } from '../support/databases.ts'
import { dayMs, hourMs, minuteMs, openEmptyLog } from '../support/sealedLog.ts'

onPostgres(({ open }) => {
  let db: Database
  let log: Awaited<ReturnType<typeof openEmptyLog>>
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    log = await openEmptyLog(db)
  })

  it('seals each row once, repeats when they have come to an end, and logs each seal', async () => {
    await log.seal(true)
    await log.change(1, log.ann)
    await log.signIn(log.ann)
    await log.refuse('192.0.2.1')
    expect(await log.seal()).toBe(2)
    await log.refuse('192.0.2.1')
    expect(await log.seal()).toBe(0)
    expect(await log.check()).toEqual({ problems: [], sealed: 2, waiting: 0, erased: 0 })
    log.pass(75 * minuteMs)
    expect(await log.seal()).toBe(1)
    expect(await log.seal(true)).toBe(0)
    // A call that took long: what it counts comes into a row of its own.
    log.pass(-75 * minuteMs)
    await log.refuse('192.0.2.1')
    log.pass(75 * minuteMs)
    expect(await log.seal()).toBe(1)
    expect(
      await log.db.select({ count: securityEvents.count }).from(securityEvents).where(eq(securityEvents.kind, 'signInRefused')),
    ).toEqual([{ count: 2 }, { count: 1 }])
    expect(await log.check()).toEqual({ problems: [], sealed: 4, waiting: 0, erased: 0 })
    const stored = (await log.seals()).map(({ chain, number, kind, hash, count }) => ({ chain, number, kind, hash, count }))
    expect(log.logged()).toHaveLength(stored.length)
    expect(log.logged()).toEqual(expect.arrayContaining(stored))
    expect(stored.filter(({ count }) => count > 0)).toHaveLength(4)
  })

  it('stays whole where an account is deleted, which its events lose', async () => {
    await log.fill(log.ann)
    await log.signIn(log.ben)
    await log.event({ kind: 'roleChanged', userId: log.ann, actorId: log.ben, reason: 'ROLE_BE' })
    await log.seal()
    await log.db.delete(users).where(eq(users.id, log.ben))
    expect(await log.db.$count(securityEvents, sql`user_id is null and kind = 'signIn'`)).toBe(1)
    expect((await log.check()).problems).toEqual([])
  })

  it('stays whole where the values of a person are erased, salt included, and counts them', async () => {
    await log.fill(log.ann)
    await log.tamperAudit(sql`update audit_entries set before = null, after = null where record_id = 2`)
    await log.run(sql`update security_events set user_id = null, actor_id = null, address = null where kind = 'signIn'`)
    await log.run(sql`update users set erased_at = now() where id = 2`)
    expect((await log.check()).problems).toHaveLength(4)
    await log.run(sql`
      update sealed_entries set salt = null, user_id = null, actor_id = null
      where chain = 'events' or entry_id = (select id from audit_entries where record_id = 2)`)
    expect(await log.check()).toMatchObject({ problems: [], erased: 4 })
    // Without a salt an entry can hold no other values.
    await log.tamperAudit(sql`update audit_entries set after = '{"firstname": "C"}' where record_id = 2`)
    expect((await log.check()).problems).toEqual([expect.stringMatching(/^audit entry \d+ .* was changed$/)])
  })

  it('checks from the hash at which the part ended that has aged out', async () => {
    await log.fill(log.ann)
    log.pass(178 * dayMs)
    for (let day = 0; day < 4; day += 1) {
      await log.signIn(log.ann)
      await log.refuse('192.0.2.2')
      log.pass(dayMs)
      await log.seal()
      await purgeOldEvents(log.db, log.clock())
      expect(await log.check()).toMatchObject({ problems: [], waiting: 0 })
    }
    expect(await log.db.$count(securityEvents)).toBe(8)
    expect(await log.db.$count(sealedEntries, eq(sealedEntries.chain, 'events'))).toBe(4)
    const [end] = await log.db.select().from(seals).where(eq(seals.chain, 'events')).orderBy(seals.number)
    expect(end).toMatchObject({ count: 1, newestAt: new Date('2026-11-21T10:02:00.000Z') })
    await log.run(sql`delete from security_events where id = (select min(id) from security_events)`)
    expect((await log.check()).problems).toHaveLength(1)
  })

  it('stays whole where the oldest rows beyond their number are deleted, and no younger ones', async () => {
    await log.fill(log.ann)
    const most = { refusals: 2, events: 3 }
    for (let hour = 0; hour < 5; hour += 1) {
      await log.signIn(log.ann)
      await log.refuse('192.0.2.2')
      log.pass(2 * hourMs)
      await log.seal()
      await purgeOldEvents(log.db, log.clock(), most)
      expect(await log.check(most)).toMatchObject({ problems: [], waiting: 0 })
    }
    expect(await log.db.$count(securityEvents)).toBe(5)
    expect(await log.db.$count(sealedEntries, eq(sealedEntries.chain, 'events'))).toBe(3)
    await log.run(sql`delete from security_events where id = (select min(id) from security_events where kind = 'signIn')`)
    expect((await log.check(most)).problems).toEqual([expect.stringMatching(/^security event \d+ \(signIn, .*\) was removed$/)])
  })

  it('finds what was committed after a row with a higher id, and in a sweep whatever is unsealed', async () => {
    await log.seal(true)
    for (const id of [1, 2, 3]) await log.change(id, log.ann)
    await log.seal()
    log.pass(minuteMs)
    // As if another connection had committed it only now.
    const forget = sql`delete from sealed_entries where chain = 'audit' and entry_id = (select min(id) from audit_entries)`
    await log.run(forget)
    expect(await log.seal()).toBe(1)
    for (const id of [4, 5]) {
      log.pass(5 * hourMs)
      await log.change(id, log.ann)
      await log.seal()
    }
    await log.run(forget)
    expect(await log.seal()).toBe(0)
    expect(await log.seal(true)).toBe(1)
  })

  it('comes to all chains in one pass, though one of them is written all the time', async () => {
    await log.seal(true)
    await log.change(1, log.ann)
    await log.signIn(log.ann)
    let pauses = 0
    const pause = async () => {
      await log.change(2, log.ann)
      return (pauses += 1) > 10
    }
    expect(await sealChains(log.context, { isSweep: false, pause })).toBe(3)
    expect(pauses).toBe(3)
    expect(await log.check()).toMatchObject({ problems: [], sealed: 3, waiting: 2 })
  })

  it('goes on after a restore, and says so', async () => {
    await log.fill(log.ann)
    await noteRestoredInChains(log.db, log.clock())
    await log.change(4, log.ann)
    await log.seal()
    expect((await log.check()).problems).toEqual([])
    expect(
      log
        .logged()
        .filter(({ kind }) => kind === 'restored')
        .map(({ chain }) => chain),
    ).toEqual(['audit', 'events', 'refusals'])
  })
})
