/** Reads what a person gets of their data: the exported columns of all rows about them (db/dataClasses/). Knows no file format. */
import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { isExported } from '../db/dataClasses/dataClass.ts'
import { betaGroups, firmwares, news, products, releases, users } from '../db/tables.ts'
import { columnsOf } from './columnsOf.ts'
import { type PersonalTable, personalRows } from './personalRows.ts'

type Row = Record<string, unknown>
export type PersonalData = { readonly [Name in PersonalTable]?: readonly Row[] }

/** Tables without a row are left out; undefined for an account that is gone. In a transaction that sees one moment. */
export async function readPerson(db: Database, userId: number): Promise<PersonalData | undefined> {
  const [person] = await db.select().from(users).where(eq(users.id, userId))
  if (person === undefined || person.erasedAt !== null) return undefined
  const data: Partial<Record<PersonalTable, readonly Row[]>> = {}
  // The record has no other keys.
  for (const name of Object.keys(personalRows) as PersonalTable[]) {
    const { table, columns } = columnsOf(name)
    const exported = columns.filter(({ given }) => isExported(given))
    if (exported.length === 0) continue
    const rows: Row[] = await db.select().from(table).where(personalRows[name](person, db))
    const shown = rows
      .map((row) => withoutOthers(name, row))
      .map((row) => Object.fromEntries(exported.map((one) => [one.name, row[one.name]])))
    if (shown.length > 0) data[name] = await nameReferences(db, shown)
  }
  return data
}

/** The network address of an event is that of the person who did it, such as a member of staff. */
function withoutOthers(name: PersonalTable, row: Row): Row {
  return name === 'securityEvents' && row['actorId'] !== null ? { ...row, address: null } : row
}

/** Adds the names of what rows refer to by number. */
async function nameReferences(db: Database, rows: readonly Row[]): Promise<readonly Row[]> {
  const idsIn = (key: string) => [...new Set(rows.flatMap((row) => (typeof row[key] === 'number' ? [row[key]] : [])))]
  const version = { id: firmwares.id, name: firmwares.versionName }
  const finders = {
    productId: (ids: number[]) => db.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, ids)),
    firmwareId: (ids: number[]) => db.select(version).from(firmwares).where(inArray(firmwares.id, ids)),
    newsId: (ids: number[]) => db.select({ id: news.id, name: news.title }).from(news).where(inArray(news.id, ids)),
    betaGroupId: (ids: number[]) =>
      db.select({ id: betaGroups.id, name: betaGroups.name }).from(betaGroups).where(inArray(betaGroups.id, ids)),
    releaseId: (ids: number[]) =>
      db
        .select({ ...version, id: releases.id })
        .from(releases)
        .innerJoin(firmwares, eq(firmwares.releaseId, releases.id))
        .where(inArray(releases.id, ids)),
  }
  let named = rows
  for (const [key, find] of Object.entries(finders)) {
    const ids = idsIn(key)
    if (ids.length === 0) continue
    const names = new Map((await find(ids)).map(({ id, name }) => [id, name]))
    named = named.map((row) => Object.assign({}, row, { [key.replace('Id', 'Name')]: names.get(Number(row[key])) ?? null }))
  }
  return named
}
