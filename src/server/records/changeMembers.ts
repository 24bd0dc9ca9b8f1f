/** Changes who belongs to what: the rows of a table that links two others. Knows no entity. */
import type { MemberChanges } from '../../contract/crud.ts'
import type { Database } from '../db/connect.ts'

/** The members of one record. */
export type Members = {
  readonly find: (db: Database) => Promise<readonly number[]>
  /** Throws `resource.not.found` unless all of them can be members. */
  readonly assertExist: (db: Database, ids: readonly number[]) => Promise<unknown>
  /** Ids that are members already are no error. */
  readonly add: (db: Database, ids: readonly number[]) => Promise<unknown>
  readonly remove: (db: Database, ids: readonly number[]) => Promise<unknown>
}

/** PostgreSQL takes 65,535 parameters in one statement. */
const idsAtOnce = 5_000

/** With `changes` others' members stay; without, the record has the `selected` members and no others. */
export async function changeMembers(
  db: Database,
  members: Members,
  { selected, changes }: { readonly selected: readonly number[]; readonly changes?: MemberChanges },
): Promise<void> {
  const { added, removed } = changes ? { added: changes.addedIds, removed: changes.removedIds } : await difference(db, members, selected)
  await inParts(removed, (ids) => members.remove(db, ids))
  await inParts(added, async (ids) => {
    await members.assertExist(db, ids)
    await members.add(db, ids)
  })
}

async function difference(db: Database, members: Members, selected: readonly number[]) {
  const before = new Set(await members.find(db))
  const after = new Set(selected)
  return { added: [...after].filter((id) => !before.has(id)), removed: [...before].filter((id) => !after.has(id)) }
}

async function inParts(ids: readonly number[], work: (part: readonly number[]) => Promise<unknown>): Promise<void> {
  const each = [...new Set(ids)]
  for (let start = 0; start < each.length; start += idsAtOnce) await work(each.slice(start, start + idsAtOnce))
}
