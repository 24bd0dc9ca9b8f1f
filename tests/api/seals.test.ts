/** The audit trail and the security log are sealed: what was changed by SQL is named (docs/security.md, 41). */
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeOldEvents, type SecurityEvent, writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { auditEntries, sealedEntries, seals, securityEvents, users } from '../../src/server/db/tables.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'
import { noteRestoredInChains } from '../../src/server/seals/addSeal.ts'
import { hashOfSeal } from '../../src/server/seals/seal.ts'
import { sealChains } from '../../src/server/seals/sealChains.ts'
import { onBothDatabases } from '../support/databases.ts'
import { emptyLog, openSealedLog } from '../support/sealedLog.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

onBothDatabases('transactions', ({ open }) => {
  let log: ReturnType<typeof openSealedLog>
  let [ann, ben] = [0, 0]
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(async () => {
    await emptyLog(db)
    log = openSealedLog(db)
    ;[ann, ben] = [await log.addUser(), await log.addUser()]
  })

  const change = (recordId: number) =>
    writeAudit(
      log.db,
      { entity: 'user', recordId, action: 'update', userId: ann, before: { firstname: 'A' }, after: { firstname: 'B' } },
      log.clock(),
    )
  const event = (one: SecurityEvent) => writeSecurityEvent(log.db, one, log.clock())
  const refusal = (address: string) => event({ kind: 'signInRefused', reason: 'Login.error', address })
  const signIn = (userId: number) => event({ kind: 'signIn', userId, address: '198.51.100.7' })

  /** Three changes, three sign-ins and a refusal that repeats, an hour ago; all sealed. */
  async function fill(): Promise<void> {
    await log.seal(true)
    for (const id of [1, 2, 3]) {
      await change(id)
      await signIn(ann)
      await refusal('192.0.2.1')
      log.pass(minuteMs)
      await log.seal()
    }
    log.pass(2 * hourMs)
    await log.seal()
  }

  it('seals each row once, repeats when they have come to an end, and logs each seal', async () => {
    await log.seal(true)
    await change(1)
    await signIn(ann)
    await refusal('192.0.2.1')
    expect(await log.seal()).toBe(2)
    await refusal('192.0.2.1')
    expect(await log.seal()).toBe(0)
    expect(await log.check()).toEqual({ problems: [], sealed: 2, waiting: 0, erased: 0 })
    log.pass(75 * minuteMs)
    expect(await log.seal()).toBe(1)
    expect(await log.seal(true)).toBe(0)
    // A call that took long: what it counts comes into a row of its own.
    log.pass(-75 * minuteMs)
    await refusal('192.0.2.1')
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

  describe('names an audit entry', () => {
    beforeEach(fill)
    it.each([
      ['whose state before was changed [T288]', sql`update audit_entries set before = '{"firstname": "C"}' where record_id = 2`],
      ['whose state after was removed', sql`update audit_entries set after = null where record_id = 2`],
      ['whose date was changed', sql`update audit_entries set date = date - interval '1 second' where record_id = 2`],
      ['whose author was removed', sql`update audit_entries set user_id = null where record_id = 2`],
    ])('%s', async (_, statement) => {
      const [{ id } = { id: 0 }] = await log.db.select().from(auditEntries).where(eq(auditEntries.recordId, 2))
      await log.tamperAudit(statement)
      expect((await log.check()).problems).toEqual([expect.stringMatching(new RegExp(`^audit entry ${id} \\(user, .*Z\\) was changed$`))])
    })

    it('whose author is another one', async () => {
      await log.tamperAudit(sql`update audit_entries set user_id = ${ben} where record_id = 2`)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^audit entry \d+ \(user, .*\) was changed$/)])
    })

    it('that was removed in the middle', async () => {
      await log.tamperAudit(sql`delete from audit_entries where record_id = 2`)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^audit entry \d+ \(user, .*\) was removed$/)])
    })

    it('that was inserted with an old date, before and after it is sealed', async () => {
      await log.tamperAudit(sql`
        insert into audit_entries (word, record_id, action, user_id, date) values ('user', 9, 'delete', ${ben}, ${new Date(log.clock().getTime() - 30 * dayMs).toISOString()}::timestamptz)`)
      const named = [expect.stringMatching(/^audit entry \d+ \(user, 2026-10-.*\) was inserted later than its date says$/)]
      expect((await log.check()).problems).toEqual(named)
      log.pass(minuteMs)
      await log.seal()
      expect((await log.check()).problems).toEqual(named)
    })
  })

  describe('names a security event', () => {
    beforeEach(fill)
    it.each([
      ['whose reason was changed', 'refusals', sql`update security_events set reason = 'not.authorized' where kind = 'signInRefused'`],
      ['whose count was changed', 'refusals', sql`update security_events set count = 1 where kind = 'signInRefused'`],
      ['whose address was changed', 'refusals', sql`update security_events set address = '192.0.2.9' where kind = 'signInRefused'`],
      ['whose last time was changed', 'refusals', sql`update security_events set last_at = first_at where kind = 'signInRefused'`],
      [
        'that lost its account, which is still there',
        'events',
        sql`update security_events set user_id = null where id = (select max(id) from security_events where kind = 'signIn')`,
      ],
    ])('%s', async (_, _chain, statement) => {
      await log.run(statement)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^security event \d+ \(signIn(?:Refused)?, .*\) was changed$/)])
    })

    it('that was removed', async () => {
      await log.run(sql`delete from security_events where kind = 'signInRefused'`)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^security event \d+ \(signInRefused, .*\) was removed$/)])
    })
  })

  describe('names what was done to the seals', () => {
    beforeEach(fill)

    it('removed from the middle, changed, or with another list', async () => {
      await log.run(sql`update seals set made_at = made_at + interval '1 minute' where chain = 'audit' and number = 3`)
      expect((await log.check()).problems).toEqual(['seal 3 of the chain audit was changed'])
      await log.run(sql`update seals set made_at = made_at - interval '1 minute' where chain = 'audit' and number = 3`)
      await log.run(
        sql`delete from sealed_entries where chain = 'events' and entry_id = (select max(entry_id) from sealed_entries where chain = 'events')`,
      )
      const problems = (await log.check()).problems
      expect(problems).toEqual([
        expect.stringMatching(/^the list of entries of seal \d+ of the chain events was changed \(it has 0, and had 1\)$/),
      ])
      await log.run(sql`delete from seals where chain = 'audit' and number = 4`)
      expect((await log.check()).problems).toContain('seals between 3 and 5 of the chain audit were removed')
      await log.run(sql`delete from seals where chain = 'audit' and number < 4`)
      expect((await log.check()).problems).toContain('the seals before seal 5 of the chain audit were removed')
    })

    it('written anew with a hash of its own: the next one does not follow from it', async () => {
      const isThird = and(eq(seals.chain, 'audit'), eq(seals.number, 3))
      const [third] = await log.db.select().from(seals).where(isThird)
      if (third === undefined) throw new Error('there are not enough seals')
      const forged = { ...third, madeAt: new Date(third.madeAt.getTime() + 1) }
      await log.db
        .update(seals)
        .set({ madeAt: forged.madeAt, hash: hashOfSeal(forged) })
        .where(isThird)
      expect((await log.check()).problems).toEqual(['seal 4 of the chain audit does not follow from the one before'])
    })

    it('rewritten as a whole: the chain agrees with itself, and no longer with the log of the servers', async () => {
      const before = log.logged()
      await log.tamperAudit(sql`update audit_entries set after = '{"firstname": "C"}' where record_id = 2`)
      await log.run(sql`delete from seals where chain = 'audit'`)
      await log.run(sql`delete from sealed_entries where chain = 'audit'`)
      await log.seal(true)
      expect((await log.check()).problems).toEqual([])
      const hashes = new Set((await log.seals()).map(({ hash }) => hash))
      const gone = before.filter(({ hash }) => !hashes.has(hash))
      expect(gone.map(({ chain }) => chain)).toEqual(before.filter(({ chain }) => chain === 'audit').map(({ chain }) => chain))
      expect(gone.length).toBeGreaterThan(0)
    })
  })

  it('stays whole where an account is deleted, which its events lose', async () => {
    await fill()
    await signIn(ben)
    await event({ kind: 'roleChanged', userId: ann, actorId: ben, reason: 'ROLE_BE' })
    await log.seal()
    await log.db.delete(users).where(eq(users.id, ben))
    expect(await log.db.$count(securityEvents, sql`user_id is null and kind = 'signIn'`)).toBe(1)
    expect((await log.check()).problems).toEqual([])
  })

  it('stays whole where the values of a person are erased, salt included, and counts them', async () => {
    await fill()
    await log.tamperAudit(sql`update audit_entries set before = null, after = null where record_id = 2`)
    await log.run(sql`update security_events set user_id = null, actor_id = null, address = null where kind = 'signIn'`)
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
    await fill()
    log.pass(178 * dayMs)
    for (let day = 0; day < 4; day += 1) {
      await signIn(ann)
      await refusal('192.0.2.2')
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
    await fill()
    const most = { refusals: 2, events: 3 }
    for (let hour = 0; hour < 5; hour += 1) {
      await signIn(ann)
      await refusal('192.0.2.2')
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
    for (const id of [1, 2, 3]) await change(id)
    await log.seal()
    log.pass(minuteMs)
    // As if another connection had committed it only now.
    const forget = sql`delete from sealed_entries where chain = 'audit' and entry_id = (select min(id) from audit_entries)`
    await log.run(forget)
    expect(await log.seal()).toBe(1)
    for (const id of [4, 5]) {
      log.pass(5 * hourMs)
      await change(id)
      await log.seal()
    }
    await log.run(forget)
    expect(await log.seal()).toBe(0)
    expect(await log.seal(true)).toBe(1)
  })

  it('comes to all chains in one pass, though one of them is written all the time', async () => {
    await log.seal(true)
    await change(1)
    await signIn(ann)
    let pauses = 0
    const pause = async () => {
      await change(2)
      return (pauses += 1) > 10
    }
    expect(await sealChains(log.context, { isSweep: false, pause })).toBe(3)
    expect(pauses).toBe(3)
    expect(await log.check()).toMatchObject({ problems: [], sealed: 3, waiting: 2 })
  })

  it('goes on after a restore, and says so', async () => {
    await fill()
    await noteRestoredInChains(log.db, log.clock())
    await change(4)
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
