/** Statements of releases: what is to be signed, and what was. */
import { asc, eq, isNull, sql } from 'drizzle-orm'
import { base64url } from 'jose'
import type { contract } from '../../../contract/contract.ts'
import { type Root, signersOf } from '../../../contract/signatures/root.ts'
import { digestOf, kidOf, type Signed, SignatureFault } from '../../../contract/signatures/signed.ts'
import { readStatement, type Statement, statementBytes } from '../../../contract/signatures/statement.ts'
import type { ShownRelease } from '../../../contract/shownRelease.ts'
import { AppError } from '../../../errors.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Call } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { firmwares, releases, releaseStatements } from '../../db/tables.ts'
import { findProducts } from '../firmware/firmwareLinks.ts'
import { covers, isStated, statementOf } from '../firmware/statement.ts'
import { findRoot } from './roots.ts'

export async function getStatement({ params: { id }, db }: Call<typeof contract.release.getStatement>) {
  if ((await db.$count(releases, eq(releases.id, id))) === 0) throw new AppError('resource.not.found')
  const [stored] = await db.select().from(releaseStatements).where(eq(releaseStatements.releaseId, id))
  return { bytes: base64url.encode(statementBytes(await statementOf(db, id))), documents: stored?.documents ?? null }
}

export function setStatement({ params: { id }, body: { documents }, db, config }: Call<typeof contract.release.setStatement>) {
  return db.transaction(async (transaction) => {
    const root = await findRoot(transaction, config)
    if (root === null) throw notSigned()
    await storeStatement(transaction, root, { id, documents })
    return { id }
  })
}

/** Throws `release.statement.error` unless enough release keys have signed the release as it is. */
export async function storeStatement(
  db: Database,
  root: Root,
  { id, documents }: { readonly id: number; readonly documents: Signed },
): Promise<void> {
  const said = await lockStatement(db, id)
  const signed = await readSigned(documents, root)
  if (signed === null || signed.digest !== digestOf(statementBytes(said))) throw notSigned()
  const { keys } = signersOf(root, 'release')
  // What others have added says nothing.
  const row = { documents: documents.filter((one) => keys.has(kidOf(one) ?? '')), digest: signed.digest, signedAt: sql`now()` }
  await db
    .insert(releaseStatements)
    .values({ releaseId: id, ...row })
    .onConflictDoUpdate({ target: releaseStatements.releaseId, set: row })
}

/** Of the release as it is until the transaction ends: others wait with what they change. */
export async function lockStatement(db: Database, id: number): Promise<Statement> {
  const held = await db.select({ id: releases.id }).from(releases).where(eq(releases.id, id)).for('update')
  if (held.length === 0) throw new AppError('resource.not.found')
  return statementOf(db, id)
}

function notSigned(): AppError {
  return new AppError('release.statement.error', { invalidField: 'documents' })
}

type Unsigned = {
  readonly id: number
  readonly name: string
  readonly bytes: string
  /** What some keys have signed of these bytes. */
  readonly documents: string[]
  /** It was never offered. */
  readonly isDraft: boolean
}

/**
 * Releases that are not withdrawn and that the keys of this root have not signed as they are, with what some of them have signed. `isAll`: the
 * signed ones, too.
 */
export async function findUnsigned(db: Database, root: Root, isAll = false): Promise<Unsigned[]> {
  const unsigned: Unsigned[] = []
  for (const { id, offeredAt } of await db.select().from(releases).where(isNull(releases.withdrawnAt)).orderBy(asc(releases.id))) {
    const now = await statementOf(db, id)
    if (now.images.length === 0) continue
    const [stored] = await db.select().from(releaseStatements).where(eq(releaseStatements.releaseId, id))
    const before = stored?.documents ?? []
    if (!isAll && (await isCovered(before, root, now))) continue
    const bytes = statementBytes(now)
    unsigned.push({
      id,
      name: `${now.version} ${await namesOf(db, id)}`,
      bytes: base64url.encode(bytes),
      documents: stored?.digest === digestOf(bytes) ? before : [],
      isDraft: offeredAt === null,
    })
  }
  return unsigned
}

async function namesOf(db: Database, releaseId: number): Promise<string> {
  const images = await db.select({ id: firmwares.id }).from(firmwares).where(eq(firmwares.releaseId, releaseId))
  const found = await findProducts(
    db,
    images.map(({ id }) => id),
  )
  return [...new Set(found.map(({ tostring }) => tostring))].join(', ')
}

/** Whether enough release keys of the root have signed it as it is. */
async function isCovered(documents: Signed, root: Root, now: Statement): Promise<boolean> {
  const signed = await readSigned(documents, root)
  return signed !== null && covers(signed.said, now)
}

/** Null where too few release keys of the root have signed. */
async function readSigned(documents: Signed, root: Root): Promise<Awaited<ReturnType<typeof readStatement>> | null> {
  try {
    return await readStatement(documents, root)
  } catch (error) {
    if (error instanceof SignatureFault) return null
    throw error
  }
}

/** What the release's page says of it; null where the build trusts no keys. */
export async function readSignature(
  db: Database,
  { releaseRoot }: Pick<Config, 'releaseRoot'>,
  id: number,
): Promise<ShownRelease['signature']> {
  if (releaseRoot === null) return null
  const [stored] = await db.select().from(releaseStatements).where(eq(releaseStatements.releaseId, id))
  return {
    keys: (stored?.documents ?? []).flatMap((document) => kidOf(document) ?? []),
    signedAt: stored?.signedAt.toISOString() ?? null,
    isCurrent: await isStated(db, id),
  }
}
