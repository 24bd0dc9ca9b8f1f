/**
 * Administrators and the back office view the portal as a customer (docs/security.md, 34); the code calls each of them administrator. The
 * token says who and whom; everything that may change meanwhile is read at every call. There is no refresh token. Knows no HTTP;
 * http/mount.ts lets only calls pass that read.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { mayCall } from '../../contract/endpoint.ts'
import { impersonation as calls } from '../../contract/impersonation.ts'
import { impersonationMinutes } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../db/connect.ts'
import { prepareOnce } from '../db/prepareOnce.ts'
import { impersonations, sessions, users } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import type { ServerContext } from '../serverContext.ts'
import { type ImpersonationClaims, signImpersonateToken } from './accessToken.ts'
import { writeSecurityEvent } from './securityLog.ts'
import { type Caller, maySignIn } from './caller.ts'
import { sessionEndsAt } from './sessionEnd.ts'

type Customer = Pick<typeof users.$inferSelect, 'id' | 'username' | 'firstname' | 'lastname'>
type Started = {
  readonly id: string
  readonly impersonateToken: string
  readonly customer: Customer
  readonly endsInSeconds: number
}
type Start = { readonly administrator: Caller; readonly customerId: number; readonly address: string }

/** Throws what contract/impersonation.ts lists. */
export async function startImpersonation(
  context: Pick<ServerContext, 'db' | 'config' | 'keyRing'>,
  { administrator, customerId, address }: Start,
  now: Date,
): Promise<Started> {
  const [customer] = await context.db.select().from(users).where(eq(users.id, customerId))
  if (customer === undefined) throw new AppError('resource.not.found')
  if (!maySee(administrator, customer)) throw new AppError('impersonation.refused.error')
  const claims = { id: randomUUID(), administratorId: administrator.id, familyId: administrator.familyId, customerId }
  await context.db.transaction(async (db) => {
    await db.insert(impersonations).values({ ...claims, expiresAt: new Date(now.getTime() + impersonationMinutes * minuteMs) })
    await writeSecurityEvent(db, { kind: 'impersonationStarted', userId: customerId, actorId: administrator.id, address }, now)
  })
  const endsInSeconds = impersonationMinutes * 60
  return { id: claims.id, impersonateToken: await signImpersonateToken(context, claims, endsInSeconds, now), customer, endsInSeconds }
}

/** The customer, as the administrator sees the portal: in their own language. Undefined if the view is over or must not go on. */
export async function findImpersonated(db: Database, claims: ImpersonationClaims, now: Date): Promise<Caller | undefined> {
  const [row] = await impersonatedQuery(db).execute({ ...claims, now: now.toISOString() })
  if (row === undefined || !maySignIn(row.administrator) || !maySee(row.administrator, row.customer)) return undefined
  if (sessionEndsAt(row.administrator.role, row.startedAt) <= now) return undefined
  const { id, role, isBetaTester } = row.customer
  const { administratorId: impersonatedBy, familyId } = claims
  // A view is no sign-in with the customer's password.
  return {
    id,
    role,
    isBetaTester,
    locale: row.administrator.locale,
    familyId,
    impersonatedBy,
    mustChoosePassword: false,
    lacksFactor: false,
    hasFreshSignIn: false,
    view: row.view,
  }
}

function maySee({ role }: Pick<Caller, 'role'>, customer: Parameters<typeof maySignIn>[0] & Pick<Caller, 'role'>): boolean {
  return mayCall(calls.start, role) && customer.role === 'ROLE_CUSTOMER' && maySignIn(customer)
}

const administrators = alias(users, 'administrator')
const customers = alias(users, 'customer')
const facts = ({ role, accountValidated, accountLocked, isDeleted }: typeof users | typeof administrators | typeof customers) => ({
  role,
  accountValidated,
  accountLocked,
  isDeleted,
})

const isFresh = (expiresAt: typeof sessions.expiresAt | typeof impersonations.expiresAt) =>
  sql`${expiresAt} > ${sql.placeholder('now')}::timestamptz`

const impersonatedQuery = prepareOnce((db) => {
  const isOwnSession = and(
    eq(sessions.familyId, impersonations.familyId),
    eq(sessions.userId, impersonations.administratorId),
    isFresh(sessions.expiresAt),
  )
  return db
    .select({
      startedAt: sessions.startedAt,
      view: { id: impersonations.id, screens: impersonations.screens },
      administrator: { ...facts(administrators), locale: administrators.locale },
      customer: { ...facts(customers), id: customers.id, isBetaTester: customers.isBetaTester },
    })
    .from(impersonations)
    .innerJoin(administrators, eq(administrators.id, impersonations.administratorId))
    .innerJoin(customers, eq(customers.id, impersonations.customerId))
    .innerJoin(sessions, isOwnSession)
    .where(
      and(
        eq(impersonations.id, sql.placeholder('id')),
        eq(impersonations.administratorId, sql.placeholder('administratorId')),
        eq(impersonations.familyId, sql.placeholder('familyId')),
        eq(impersonations.customerId, sql.placeholder('customerId')),
        isFresh(impersonations.expiresAt),
      ),
    )
    .limit(1)
    .prepare('impersonated')
})
