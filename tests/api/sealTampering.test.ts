// @module-tag rest
/** What was changed by SQL in the audit trail, the security log and their seals is named (docs/security.md, 41). */
import { and, eq, sql } from 'drizzle-orm'
import { aroundEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries, seals } from '../../src/server/db/tables.ts'
import { hashOfSeal } from '../../src/server/seals/seal.ts'
import { onPostgres } from '../support/databases.ts'
import { dayMs, minuteMs, openEmptyLog } from '../support/sealedLog.ts'

onPostgres(({ open }) => {
  let log: Awaited<ReturnType<typeof openEmptyLog>>
  beforeAll(async () => {
    log = await openEmptyLog(await open())
    await log.fill(log.ann)
  })
  aroundEach((runTest) => log.undo(runTest))

  describe('names an audit entry', () => {
    it.each([
      ['whose state before was changed [T288]', sql`update audit_entries set before = '{"firstname": "C"}' where record_id = 2`],
      ['whose state after was removed', sql`update audit_entries set after = null where record_id = 2`],
      ['whose date was changed', sql`update audit_entries set date = date - interval '1 second' where record_id = 2`],
      ['whose author was removed', sql`update audit_entries set user_id = null where record_id = 2`],
      ['whose author is another one', sql`update audit_entries set user_id = (select max(id) from users) where record_id = 2`],
    ])('%s', async (_, statement) => {
      const [{ id } = { id: 0 }] = await log.db.select().from(auditEntries).where(eq(auditEntries.recordId, 2))
      await log.tamperAudit(statement)
      expect((await log.check()).problems).toEqual([expect.stringMatching(new RegExp(`^audit entry ${id} \\(user, .*Z\\) was changed$`))])
    })

    it('whose values were emptied with their salt, as if the person had left [T1010]', async () => {
      await log.tamperAudit(sql`update audit_entries set before = null, after = null where record_id = 2`)
      await log.run(
        sql`update sealed_entries set salt = null where chain = 'audit' and entry_id in (select id from audit_entries where before is null)`,
      )
      const changed = [expect.stringMatching(/^audit entry \d+ \((?:user|product), .*\) was changed$/)]
      expect((await log.check()).problems).toEqual(changed)
      // Of an account that was erased they may be empty, of another record never.
      await log.tamperAudit(sql`update audit_entries set record_id = ${log.ben} where record_id = 2`)
      await log.run(sql`update users set erased_at = now() where id = ${log.ben}`)
      expect((await log.check()).problems).toEqual([])
      await log.tamperAudit(sql`update audit_entries set word = 'product' where record_id = ${log.ben}`)
      await log.run(sql`update sealed_entries set kind = 'product' where chain = 'audit' and salt is null`)
      expect((await log.check()).problems).toEqual(expect.arrayContaining(changed))
    })

    it('that was removed in the middle', async () => {
      await log.tamperAudit(sql`delete from audit_entries where record_id = 2`)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^audit entry \d+ \(user, .*\) was removed$/)])
    })

    it('that was inserted with an old date, before and after it is sealed', async () => {
      await log.tamperAudit(sql`
        insert into audit_entries (word, record_id, action, user_id, date) values ('user', 9, 'delete', ${log.ben}, ${new Date(log.clock().getTime() - 30 * dayMs).toISOString()}::timestamptz)`)
      const named = [expect.stringMatching(/^audit entry \d+ \(user, 2026-10-.*\) was inserted later than its date says$/)]
      expect((await log.check()).problems).toEqual(named)
      log.pass(minuteMs)
      await log.seal()
      expect((await log.check()).problems).toEqual(named)
    })
  })

  describe('names a security event', () => {
    it.each([
      ['whose reason was changed', sql`update security_events set reason = 'not.authorized' where kind = 'signInRefused'`],
      ['whose count was changed', sql`update security_events set count = 1 where kind = 'signInRefused'`],
      ['whose address was changed', sql`update security_events set address = '192.0.2.9' where kind = 'signInRefused'`],
      ['whose last time was changed', sql`update security_events set last_at = first_at where kind = 'signInRefused'`],
      [
        'that lost its account, which is still there',
        sql`update security_events set user_id = null where id = (select max(id) from security_events where kind = 'signIn')`,
      ],
    ])('%s', async (_, statement) => {
      await log.run(statement)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^security event \d+ \(signIn(?:Refused)?, .*\) was changed$/)])
    })

    describe('of an export', () => {
      beforeEach(async () => {
        const details = { list: 'user', format: 'csv', rows: 61_234, filters: { country: 'FR' }, isSearch: true } as const
        await log.event({ kind: 'dataExported', userId: log.ann, address: '198.51.100.7', export: details })
        await log.event({ kind: 'dataExported', userId: log.ben, address: '198.51.100.8', export: { ...details, rows: 7 } })
        await log.seal()
      })
      it.each([
        ['that counts fewer rows', sql`export = jsonb_set(export, '{rows}', '12')`],
        ['whose filters were removed', sql`export = jsonb_set(export, '{filters}', '{}')`],
        ['of another list', sql`export = jsonb_set(export, '{list}', '"product"')`],
        ['whose details were removed', sql`export = null`],
      ])('%s', async (_, values) => {
        await log.run(sql`update security_events set ${values} where kind = 'dataExported' and user_id = ${log.ann}`)
        expect((await log.check()).problems).toEqual([expect.stringMatching(/^security event \d+ \(dataExported, .*Z\) was changed$/)])
      })
    })

    it('whose address was emptied with its salt, as if its account had been erased [T1011]', async () => {
      await log.run(sql`update users set erased_at = null`)
      const isLast = sql`(select max(id) from security_events where kind = 'signIn')`
      await log.run(sql`update security_events set address = null where id = ${isLast}`)
      await log.run(sql`update sealed_entries set salt = null where chain = 'events' and entry_id = ${isLast}`)
      const changed = [expect.stringMatching(/^security event \d+ \(signIn, .*\) was changed$/)]
      expect((await log.check()).problems).toEqual(changed)
      // Without its account too: nobody was erased.
      await log.run(sql`update security_events set user_id = null where id = ${isLast}`)
      await log.run(sql`update sealed_entries set user_id = null where chain = 'events' and entry_id = ${isLast}`)
      expect((await log.check()).problems).toEqual(changed)
    })

    it('that was removed', async () => {
      await log.run(sql`delete from security_events where kind = 'signInRefused'`)
      expect((await log.check()).problems).toEqual([expect.stringMatching(/^security event \d+ \(signInRefused, .*\) was removed$/)])
    })
  })

  describe('names what was done to the seals', () => {
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
})
