/**
 * Makes repeated creating calls count once, for example when the first response was lost (docs/security.md, 24). The key's row is written
 * in the same transaction as the work: a second request with the key waits for the first and then reads its response, and a crash leaves
 * neither the work nor the key. Knows no call by name.
 */
import { createHash, createHmac } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { idempotencyKeysMax } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Database, TransactionRunner } from '../db/connect.ts'
import { idempotencyKeys } from '../db/tables.ts'
import { ReceivedFile } from '../files/receivedFile.ts'
import { sha256InPieces } from '../files/sha256InPieces.ts'
import { hourMs } from '../limits/durations.ts'
import { addWithin, type Quota } from '../limits/quota.ts'
import type { RawFields } from './body/readRequest.ts'

export const idempotencyKeyMs = 24 * 60 * 60 * 1000
const keyPattern = /^[\x21-\x7e]{1,200}$/

/** Without a key: only a transaction. */
export function transactionRunner(db: Database): TransactionRunner {
  return (work) => db.transaction(work)
}

type KeyedRequest = {
  /** undefined if nobody is signed in; then the key alone identifies the request. */
  readonly userId: number | undefined
  readonly key: string
  /** Method and path. */
  readonly call: string
  readonly fields: RawFields
  readonly now: Date
}

/**
 * With a key. Throws `idempotency.key.reused` if the key was used for a different request, `already.done.error` for a replay whose first
 * response a restore has lost, `request.invalid` for a malformed key.
 */
export async function idempotentRunner(
  db: Database,
  { userId, key: givenKey, call, fields, now }: KeyedRequest,
): Promise<TransactionRunner> {
  if (!keyPattern.test(givenKey)) throw new AppError('request.invalid')
  const requestHash = await hashRequest(givenKey, fields)
  const key = createHash('sha256').update(givenKey).digest('hex')
  const isTheirs = userId === undefined ? isNull(idempotencyKeys.userId) : eq(idempotencyKeys.userId, userId)
  const isThisKey = and(isTheirs, eq(idempotencyKeys.key, key))
  return async (work, recall) =>
    db.transaction(async (transaction) => {
      await transaction
        .delete(idempotencyKeys)
        .where(and(isThisKey, lt(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyKeyMs))))
      const insert = async () =>
        transaction
          .insert(idempotencyKeys)
          .values({ userId, key, call, requestHash, createdAt: now })
          .onConflictDoNothing()
          .returning({ key: idempotencyKeys.key })
      const [fresh] = await (userId === undefined ? insert() : addWithin(transaction, userId, [quotaAt(now)], insert))
      if (fresh === undefined) {
        const [first] = await transaction.select().from(idempotencyKeys).where(isThisKey)
        if (first?.call !== call || first.requestHash !== requestHash) throw new AppError('idempotency.key.reused')
        if (first.status === null) {
          const recalled = await recall?.(transaction, first.createdAt)
          if (recalled === undefined) throw new AppError('already.done.error')
          return recalled
        }
        // The response that this call stored; mount.ts applies the schema again.
        return first.response as Awaited<ReturnType<typeof work>>
      }
      const response = await work(transaction)
      await transaction.update(idempotencyKeys).set({ status: 200, response }).where(isThisKey)
      return response
    })
}

/** Limits remembered keys per user. Without a user, the rate limits of the calls apply. */
function quotaAt(now: Date): Quota {
  return {
    max: idempotencyKeysMax,
    count: (db, userId) =>
      db.$count(
        idempotencyKeys,
        and(eq(idempotencyKeys.userId, userId), gt(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyKeyMs))),
      ),
    refusal: () => new AppError('too.many.requests.error', { retryAfterSeconds: hourMs / 1000 }),
  }
}

/** The same hash for the same fields in any order and with any multipart boundary. Files count by name and content. */
async function hashRequest(key: string, fields: RawFields): Promise<string> {
  const hash = createHmac('sha256', key)
  for (const name of Object.keys(fields).toSorted()) {
    for (const value of [fields[name]].flat()) hash.update(`${JSON.stringify([name, await fingerprint(value)])}\n`)
  }
  return hash.digest('hex')
}

async function fingerprint(value: unknown): Promise<unknown> {
  return value instanceof ReceivedFile ? [value.name, await sha256InPieces(value.pieces)] : value
}
