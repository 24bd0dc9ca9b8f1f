/**
 * The list of erased people beside the backups. A backup that was made before somebody was erased still has them: restoring it erases them
 * again. It names nobody: an account's number and the time of its creation, which together no other account has.
 */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { messageOf } from '../../config/messageOf.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import type { Query } from '../../db/session.ts'
import { undefinedIfMissing } from '../../files/storage.ts'
import { erasePerson } from '../../personalData/erasePerson.ts'
import { erasedListName, erasedListNameOf } from './backupName.ts'
import type { Destination } from './destination.ts'
import { openDestination } from './openDestination.ts'

export type Erased = { readonly userId: number; readonly since: Date; readonly erasedAt: Date }

const instant = v.pipe(v.string(), v.isoTimestamp())
const listFile = v.object({ erased: v.array(v.object({ account: v.number(), since: instant, erasedAt: instant })) })
const pieceSignal = () => AbortSignal.timeout(60_000)

/** Adds to the list where scheduled backups are put; does nothing where there is no such place. Safe to repeat. */
export async function noteErased(config: Config, added: readonly Erased[]): Promise<void> {
  if (config.backupTo === undefined) return
  const destination = await openDestination(config.backupTo)
  const name = erasedListName(config)
  const listed = await readList(destination, name)
  const known = new Set(listed.map(keyOf))
  // Written only if it grows: what another process has added meanwhile would be lost.
  if (added.every((one) => known.has(keyOf(one)))) return
  const erased = unite([...listed, ...added])
  const shown = erased.map(({ userId, since, erasedAt }) => ({
    account: userId,
    since: since.toISOString(),
    erasedAt: erasedAt.toISOString(),
  }))
  await destination.put(name, toPieces(`${JSON.stringify({ erased: shown }, null, 1)}\n`), pieceSignal())
}

async function* toPieces(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function readList(destination: Pick<Destination, 'read' | 'place'>, name: string): Promise<readonly Erased[]> {
  const bytes = await destination.read(name)
  return bytes === undefined ? [] : parseList(new TextDecoder().decode(bytes), `${name} in ${destination.place}`)
}

function parseList(text: string, name: string): readonly Erased[] {
  try {
    const { erased } = v.parse(listFile, JSON.parse(text))
    return erased.map((one) => ({ userId: one.account, since: new Date(one.since), erasedAt: new Date(one.erasedAt) }))
  } catch (error) {
    throw new Error(`The list of erased people, ${name}, cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

function unite(all: readonly Erased[]): Erased[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()].toSorted((one, other) => one.userId - other.userId)
}

function keyOf({ userId, since }: Erased): string {
  return `${userId} ${since.getTime()}`
}

/**
 * What stands in the list beside a backup file, and in this installation's where scheduled backups are put. Never in another installation's:
 * one that was restored from the same backup has the same accounts. Throws an error with a sentence.
 */
export async function findErasedBeside(config: Config, path: string): Promise<readonly Erased[]> {
  const beside = join(dirname(path), erasedListNameOf(basename(path), config))
  const text = await readFile(beside, 'utf8').catch(undefinedIfMissing)
  return unite([...(text === undefined ? [] : parseList(text, beside)), ...(await findErasedInPlace(config))])
}

async function findErasedInPlace(config: Config): Promise<readonly Erased[]> {
  const { backupTo } = config
  if (backupTo === undefined) return []
  try {
    return await readList(await openDestination(backupTo), erasedListName(config))
  } catch (error) {
    throw new Error(
      `${messageOf(error)} The list of erased people is kept there; to restore without it, unset BACKUP_TO. Nothing was done.`,
      {
        cause: error,
      },
    )
  }
}

const inMs = (column: string) => `(extract(epoch from ${column}) * 1000)::bigint::text`

/** Whom a database has erased. An empty one, which has no table yet, has erased nobody. */
export async function findErasedIn(query: Query): Promise<readonly Erased[]> {
  const [knows] = await query(
    `select from information_schema.columns where table_schema = 'public' and table_name = 'users' and column_name = 'erased_at'`,
  )
  if (knows === undefined) return []
  const rows = await query(
    `select id::text as id, ${inMs('since')} as since, ${inMs('erased_at')} as erased_at from users where is_deleted and erased_at is not null`,
  )
  return rows.map((row) => ({
    userId: Number(row['id']),
    since: new Date(Number(row['since'])),
    erasedAt: new Date(Number(row['erased_at'])),
  }))
}

/** Within the transaction of a restore. Returns how many people the backup still had. */
export async function eraseAgain({ query, db }: { query: Query; db: Database }, erased: readonly Erased[]): Promise<number> {
  let count = 0
  for (const { userId, since, erasedAt } of unite(erased)) {
    const isThem = await query(`select from users where id = $1 and since = $2::timestamptz`, [userId, since.toISOString()])
    if (isThem.length > 0 && (await erasePerson(db, userId, erasedAt)) > 0) count += 1
  }
  return count
}
