/** Steps that a release takes later. What was confirmed is kept, and everything is checked again when the step is due. */
import { and, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import { backOffice } from '../../../contract/endpoint.ts'
import type { StepForm } from '../../../contract/release.ts'
import type { ShownRelease } from '../../../contract/shownRelease.ts'
import { AppError } from '../../../errors.ts'
import { nameOfUser } from '../../accounts/userNames.ts'
import type { Call } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { releaseSchedules, users } from '../../db/tables.ts'
import { queueMessage } from '../../messages/queueMessage.ts'
import type { ServerContext } from '../../serverContext.ts'
import { assertAhead, schedule } from '../../work/dueWork.ts'
import { dropSchedule } from '../firmware/changeRelease.ts'
import { fingerprintOf, lockRelease } from './readRelease.ts'
import { checkStep, takeStep } from './takeStep.ts'

export async function scheduleStep({ params: { id }, body, ...call }: Call<typeof contract.release.schedule>): Promise<{ id: number }> {
  const { at: time, ...asked } = body
  const at = new Date(time)
  assertAhead(at, call.now, 'at')
  return call.db.transaction(async (db) => {
    const { release } = await checkStep(db, { ...call, id, body: asked })
    const seen = { ...asked, fingerprint: await fingerprintOf(db, release) }
    const values = { step: asked.step, at, userId: call.user.id, setAt: call.now, asked: seen, failure: null }
    await db
      .insert(releaseSchedules)
      .values({ releaseId: id, ...values })
      .onConflictDoUpdate({ target: releaseSchedules.releaseId, set: values })
    await schedule(db, { kind: 'releaseStep', key: String(id), dueAt: at })
    return { id }
  })
}

export async function unscheduleStep({ params: { id }, db }: Call<typeof contract.release.unschedule>): Promise<{ id: number }> {
  return db.transaction(async (transaction) => {
    await lockRelease(transaction, id)
    if (!(await dropSchedule(transaction, id))) throw new AppError('resource.not.found')
    return { id }
  })
}

export async function findScheduled(db: Database, id: number): Promise<ShownRelease['scheduled']> {
  const [row] = await db
    .select({ schedule: releaseSchedules, id: users.id, firstname: users.firstname, lastname: users.lastname, username: users.username })
    .from(releaseSchedules)
    .innerJoin(users, eq(users.id, releaseSchedules.userId))
    .where(eq(releaseSchedules.releaseId, id))
  if (row === undefined) return null
  const { step, at, setAt, failure } = row.schedule
  return { step, at: at.toISOString(), setAt: setAt.toISOString(), setBy: { id: row.id, tostring: nameOfUser(row) }, failure }
}

type DueContext = Pick<ServerContext, 'db' | 'config' | 'clock' | 'log'>

/**
 * Takes the step that is due. Its row goes with it in one transaction, so it is taken once, whenever the server dies. What forbids it is noted
 * for a person; what only went wrong rejects, and is tried again.
 */
export async function takeDueStep({ db, config, clock, log }: DueContext, releaseId: number): Promise<void> {
  // Scheduled anew meanwhile, it is due later.
  const isDue = and(eq(releaseSchedules.releaseId, releaseId), isNull(releaseSchedules.failure), lte(releaseSchedules.at, sql`now()`))
  try {
    const taken = await db.transaction(async (transaction) => {
      await lockRelease(transaction, releaseId)
      const [due] = await transaction.select().from(releaseSchedules).where(isDue)
      if (due === undefined) return undefined
      const isStill = and(eq(users.id, due.userId), not(users.isDeleted), inArray(users.role, [...backOffice]))
      const [user] = await transaction.select({ id: users.id, role: users.role }).from(users).where(isStill)
      if (user === undefined) throw new AppError('not.authorized')
      // Its call wants fresh proof.
      const by = { ...user, hasFreshSignIn: true }
      // Written by `scheduleStep`.
      await takeStep(transaction, { id: releaseId, body: due.asked as StepForm, user: by, config, now: clock() })
      return due.step
    })
    if (taken !== undefined) log.info({ releaseId, step: taken }, 'a scheduled step was taken')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await db.transaction(async (transaction) => {
      const noted = transaction.update(releaseSchedules).set({ failure: error.code }).where(isDue)
      const [its] = await noted.returning({ userId: releaseSchedules.userId })
      if (its !== undefined) await queueMessage(transaction, { template: 'stepNotTaken', userId: its.userId, releaseId }, clock())
    })
    log.warn({ releaseId, reason: error.code }, 'a scheduled step was not taken')
  }
}
