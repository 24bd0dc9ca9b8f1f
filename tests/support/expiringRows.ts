/** Rows that expire, and a server that deletes them, whose computer's clock a test turns. */
import type { Database } from '../../src/server/db/connect.ts'
import { securityEvents, sessions, users } from '../../src/server/db/tables.ts'
import { cleanUp } from '../../src/server/jobs/cleanUp.ts'
import { createClockWatch } from '../../src/server/jobs/watchClock.ts'
import { openContext } from '../../src/server/openContext.ts'
import { newAddress } from './apiServer.ts'
import type { Place } from './databases.ts'
import type { FakeMachine } from './machine.ts'

export const dayMs = 24 * 60 * 60_000

export type Counts = { readonly securityLog: number; readonly sessions: number; readonly registrations: number }
export const allRows: Counts = { securityLog: 2, sessions: 2, registrations: 3 }
/** Without the ones that have expired. */
export const freshRows: Counts = { securityLog: 1, sessions: 1, registrations: 2 }

/** Of each table one row that has expired at `now`, and one that will months later; and an account that stays. */
export async function addExpiringRows(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs)
  const about = { firstname: '', lastname: '', phonePrefix: '', phoneNumber: '', country: '', passwordHash: '' }
  const registered = (since: Date) => ({ ...about, username: newAddress(), since, accountValidated: false })
  const accounts = [{ ...registered(ago(300)), accountValidated: true }, registered(ago(1)), registered(ago(8))]
  const [owner] = await db.insert(users).values(accounts).returning({ id: users.id })
  await db.insert(securityEvents).values([ago(1), ago(181)].map((at) => ({ kind: 'signIn' as const, firstAt: at, lastAt: at })))
  const session = (expiresAt: Date) => ({
    familyId: crypto.randomUUID(),
    userId: owner?.id ?? 0,
    tokenHash: crypto.randomUUID(),
    expiresAt,
  })
  await db.insert(sessions).values([session(ago(-30)), session(ago(1))])
}

export async function countRows(db: Database): Promise<Counts> {
  return { securityLog: await db.$count(securityEvents), sessions: await db.$count(sessions), registrations: await db.$count(users) }
}

/** As main.ts runs it, without a port and without timers. */
export async function openServer(place: Place, machine: FakeMachine, environment: Readonly<Record<string, string>> = {}) {
  const opened = await openContext({ NODE_ENV: 'production', LOG_LEVEL: 'silent', ...place.environment, ...environment }, machine)
  const { context, time } = opened
  return {
    ...opened,
    /** What it does once a minute. */
    look: createClockWatch(context, time),
    /** What it does once an hour. Returns what is left. */
    cleanUp: async () => {
      await cleanUp(context, time).catch(assertInDoubt)
      return countRows(context.db)
    },
  }
}

function assertInDoubt(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('the clock is in doubt'))) throw error
}
