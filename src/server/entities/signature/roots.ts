/** The keys of the maker: the root of the build, and those that follow from it in the database. */
import { asc, sql } from 'drizzle-orm'
import { followRoots, readFirstRoot, type Root } from '../../../contract/signatures/root.ts'
import { type Signed, SignatureFault } from '../../../contract/signatures/signed.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { releaseRoots } from '../../db/tables.ts'

/** In the order of their versions. */
export async function findLaterRoots(db: Database): Promise<string[][]> {
  const rows = await db.select().from(releaseRoots).orderBy(asc(releaseRoots.version))
  return rows.map(({ documents }) => documents)
}

/** Null where the build has none: then nothing is signed. Rejects with a SignatureFault where what is stored does not follow from it. */
export async function findRoot(db: Database, { releaseRoot }: Pick<Config, 'releaseRoot'>): Promise<Root | null> {
  return releaseRoot === null ? null : followRoots(await readFirstRoot(releaseRoot), await findLaterRoots(db))
}

/** For operators: rejects with a sentence where there is none, or the database has others. */
export async function requireRoot(db: Database, config: Pick<Config, 'releaseRoot'>): Promise<Root> {
  const found = await findRoot(db, config).catch((error: unknown) => {
    throw error instanceof SignatureFault ? new Error(strangeRoots, { cause: error }) : error
  })
  if (found === null) throw new Error('This build trusts no keys: build it with RELEASE_ROOT (docs/signing.md).')
  return found
}

export const strangeRoots =
  'The roots in the database do not follow from the one of this build: build with a RELEASE_ROOT that they follow from, or that replaces them (docs/signing.md).'

/** `documents` follow from the newest one: the caller has verified it. */
export async function addRoot(db: Database, version: number, documents: Signed): Promise<void> {
  await db.insert(releaseRoots).values({ version, documents: [...documents], addedAt: sql`now()` })
}
