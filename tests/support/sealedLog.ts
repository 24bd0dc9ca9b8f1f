/** A database with a log that is sealed, a clock, and the lines that the servers log. */
import { asc, sql, type SQL, TransactionRollbackError } from 'drizzle-orm'
import { type SecurityEvent, writeSecurityEvent } from '../../src/server/auth/securityLog.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { chains, sealedEntries, seals, securityEvents, users } from '../../src/server/db/tables.ts'
import { writeAudit } from '../../src/server/records/auditTrail.ts'
import { checkChain } from '../../src/server/seals/checkChain.ts'
import { type KeptRows, keptRowsMax } from '../../src/server/seals/chains.ts'
import { sealChains } from '../../src/server/seals/sealChains.ts'
import { newAddress } from './apiServer.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

type LoggedSeal = { readonly chain: string; readonly number: number; readonly kind: string; readonly hash: string; readonly count: number }

export function openSealedLog(opened: Database) {
  const lines: string[] = []
  let now = Date.parse('2026-11-21T10:00:00.000Z')
  const context = { db: opened, log: openLog('info', { write: (line) => void lines.push(line) }), clock: () => new Date(now) }
  const pass = (ms: number) => {
    now += ms
  }
  const seal = (isSweep = false) => sealChains(context, { isSweep, pause: () => Promise.resolve(false) })
  const event = (one: SecurityEvent) => writeSecurityEvent(context.db, one, context.clock())
  const change = (recordId: number, userId: number) =>
    writeAudit(
      context.db,
      { entity: 'user', recordId, action: 'update', userId, before: { firstname: 'A' }, after: { firstname: 'B' } },
      context.clock(),
    )
  const refuse = (address: string) => event({ kind: 'signInRefused', reason: 'Login.error', address })
  const signIn = (userId: number) => event({ kind: 'signIn', userId, address: '198.51.100.7' })
  return {
    get db() {
      return context.db
    },
    context,
    clock: context.clock,
    pass,
    event,
    /** One of a user, by this person. */
    change,
    refuse,
    signIn,
    /** Three changes and three sign-ins of this person and a refusal that repeats, an hour ago; all sealed. */
    async fill(userId: number) {
      await seal(true)
      for (const id of [1, 2, 3]) {
        await change(id, userId)
        await signIn(userId)
        await refuse('192.0.2.1')
        pass(minuteMs)
        await seal()
      }
      pass(2 * hourMs)
      await seal()
    },
    /** As a server does every minute, or, with a sweep, when it starts. Returns how many rows it sealed. */
    seal,
    run: (statement: SQL) => context.db.execute(statement),
    /** Takes back what is done to the database, the clock and the lines meanwhile. */
    async undo(work: () => Promise<void>) {
      const [outer, before, lineCount] = [context.db, now, lines.length]
      try {
        await outer.transaction(async (inner) => {
          context.db = inner
          await work()
          inner.rollback()
        })
      } catch (error) {
        if (!(error instanceof TransactionRollbackError)) throw error
      } finally {
        context.db = outer
        now = before
        lines.length = lineCount
      }
    },
    /** What the doctor finds in all chains. */
    check: async (most: KeptRows = keptRowsMax) => {
      const checks = []
      for (const chain of chains) checks.push(await checkChain(context.db, chain, new Date(now), most))
      return {
        problems: checks.flatMap(({ problems }) => problems),
        sealed: checks.reduce((sum, { entryCount }) => sum + entryCount, 0),
        waiting: checks.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
        erased: checks.reduce((sum, { erasedCount }) => sum + erasedCount, 0),
      }
    },
    seals: () => context.db.select().from(seals).orderBy(asc(seals.chain), asc(seals.number)),
    logged: () =>
      lines
        // The line was written by the server under test.
        .map((line) => JSON.parse(line) as LoggedSeal & { msg: string })
        .filter(({ msg }) => msg === 'a seal was made')
        .map(({ chain, number, kind, hash, count }) => ({ chain, number, kind, hash, count })),
    addUser: async () => {
      const person = {
        username: newAddress(),
        firstname: 'Ada',
        lastname: 'Field',
        passwordHash: '',
        phonePrefix: '+33',
      }
      const values = { ...person, phoneNumber: '612345678', country: 'FR', role: 'ROLE_CUSTOMER', accountValidated: true } as const
      const [user] = await context.db
        .insert(users)
        .values({ ...values, since: new Date(now) })
        .returning({ id: users.id })
      if (user === undefined) throw new Error('no user was added')
      return user.id
    },
    tamperAudit: (statement: SQL) => tamperAudit(context.db, statement),
  }
}

/** Somebody with every right changes the audit trail. */
async function tamperAudit(db: Database, statement: SQL): Promise<void> {
  await db.execute(sql`alter table audit_entries disable trigger audit_entries_append_only`)
  await db.execute(statement)
  await db.execute(sql`alter table audit_entries enable trigger audit_entries_append_only`)
}

/** As in a new installation with two people. */
export async function openEmptyLog(db: Database) {
  await tamperAudit(db, sql`delete from audit_entries`)
  for (const table of [securityEvents, sealedEntries, seals]) await db.delete(table)
  const log = openSealedLog(db)
  return Object.assign(log, { ann: await log.addUser(), ben: await log.addUser() })
}
