/**
 * A creating call that is sent again, because its answer was lost on the way, counts once (security page, 24). The key's row is written in
 * the transaction of the work itself: a second request with the key waits for the first and then reads its answer, and a server that dies
 * half-way leaves neither the work nor the key. Knows no call by name.
 */
import { createHash } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { AppError } from '../errors.ts'
import type { Once } from './call.ts'
import type { Database } from './db/connect.ts'
import { idempotencyKeys } from './db/tables.ts'
import type { RawFields } from './readRequest.ts'

export const idempotencyKeyMs = 24 * 60 * 60 * 1000
const keyPattern = /^[\x21-\x7e]{1,200}$/

/** Without a key: a transaction and nothing more. */
export function runOnce(db: Database): Once {
  return (work) => db.transaction(work)
}

export type KeyedRequest = {
  readonly userId: number
  readonly key: string
  /** Method and path. */
  readonly call: string
  readonly requestHash: string
  readonly now: Date
}

/** With a key. Throws `idempotency.key.reused` where the key came before with another request, `request.invalid` for an unusable key. */
export function runOnceByKey(db: Database, { userId, key, call, requestHash, now }: KeyedRequest): Once {
  if (!keyPattern.test(key)) throw new AppError('request.invalid')
  const isThisKey = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))
  return async (work) =>
    db.transaction(async (transaction) => {
      await transaction
        .delete(idempotencyKeys)
        .where(and(isThisKey, lt(idempotencyKeys.createdAt, new Date(now.getTime() - idempotencyKeyMs))))
      const [fresh] = await transaction
        .insert(idempotencyKeys)
        .values({ userId, key, call, requestHash, createdAt: now })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key })
      if (fresh === undefined) {
        const [first] = await transaction.select().from(idempotencyKeys).where(isThisKey)
        if (first?.call !== call || first.requestHash !== requestHash) throw new AppError('idempotency.key.reused')
        // What this very call stored; the mount cuts it to the schema again.
        return first.response as Awaited<ReturnType<typeof work>>
      }
      const response = await work(transaction)
      await transaction.update(idempotencyKeys).set({ status: 200, response }).where(isThisKey)
      return response
    })
}

/** The same for the same fields in whatever order and with whatever multipart boundary they came. Files count by name and content. */
export async function hashRequest(fields: RawFields): Promise<string> {
  const hash = createHash('sha256')
  for (const key of Object.keys(fields).toSorted()) {
    for (const value of [fields[key]].flat()) hash.update(`${JSON.stringify([key, await fingerprint(value)])}\n`)
  }
  return hash.digest('hex')
}

async function fingerprint(value: unknown): Promise<unknown> {
  if (!(value instanceof Blob)) return value
  const content = createHash('sha256').update(new Uint8Array(await value.arrayBuffer()))
  return [value instanceof File ? value.name : '', content.digest('hex')]
}
