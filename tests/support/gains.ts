/** What each person has by the database, and what they have gained: the other side of contract/effects.ts, which shares no code with its guards. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'

type Firmware = { readonly share: number; readonly holds: readonly unknown[] }

type Had = {
  /** By account: what lets its person in, as text. */
  readonly access: ReadonlyMap<string, string>
  readonly staff: ReadonlySet<string>
  /** All accounts, deleted ones too. */
  readonly known: ReadonlySet<string>
  /** By person, or `all`, and firmware with the type of detector that gets it. */
  readonly offers: ReadonlyMap<string, Firmware>
}

export async function readHad(db: Database): Promise<Had> {
  const people = await db.execute(sql`
    select u.id, u.role, u.is_deleted, json_build_array(u.username, u.password_hash, u.phone_digits, u.role, u.account_validated,
      (select p.username from pending_usernames p where p.user_id = u.id),
      (select count(*) = 0 from second_factors f where f.user_id = u.id))::text as opens
    from users u`)
  const waits = rowsOf(await db.execute(sql`select 1 from settings where key = 'restoredFrom'`)).length > 0
  const offers = await db.execute(sql`
    select f.id, f.file_id, f.version_name, r.state = 'beta' as is_beta, p.type_id, case when r.state = 'staged' then r.share else 1 end as share,
      (select coalesce(json_agg(h.id), '[]') from release_holds h where h.release_id = r.id) as holds,
      (select coalesce(json_agg(distinct m.user_id), '[]') from firmware_beta_groups g
        join beta_groups b on b.id = g.beta_group_id and not b.is_deleted
        join beta_group_users m on m.beta_group_id = b.id
        join users t on t.id = m.user_id and t.is_beta_tester and not t.is_deleted
        where g.firmware_id = f.id) as testers
    from firmwares f
    join releases r on r.id = f.release_id
    join firmware_products fp on fp.firmware_id = f.id
    join products p on p.id = fp.product_id and not p.is_deleted
    where r.state in ('beta', 'staged', 'released') and not f.is_deleted
      and (select count(*) from products o where o.type_id = p.type_id and not o.is_deleted) = 1`)
  const living = rowsOf(people).filter((row) => row['is_deleted'] === false)
  return {
    access: new Map(living.map((row) => [String(row['id']), String(row['opens'])])),
    known: new Set(rowsOf(people).map((row) => String(row['id']))),
    staff: new Set(living.flatMap((row) => (row['role'] === 'ROLE_CUSTOMER' ? [] : [String(row['id'])]))),
    offers: new Map(waits ? [] : rowsOf(offers).flatMap(offersIn)),
  }
}

function offersIn(row: Readonly<Record<string, unknown>>): [string, Firmware][] {
  const what = JSON.stringify([row['id'], row['file_id'], row['version_name'], row['type_id']])
  const holds = asList(row['holds'])
  const toAll: [string, Firmware][] = row['is_beta'] === true ? [] : [[`all ${what}`, { share: Number(row['share']), holds }]]
  const testers: [string, Firmware][] = asList(row['testers']).map((id) => [`${String(id)} ${what}`, { share: 1, holds }])
  return [...toAll, ...testers]
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export type Gains = { readonly offer: readonly string[]; readonly access: readonly string[] }

/** A new account has gained nothing but rights: nobody had anything in it. */
export function gainsBetween(before: Had, after: Had): Gains {
  const offer = [...after.offers].flatMap(([who, now]) => {
    const toAll = before.offers.get(`all ${who.slice(who.indexOf(' ') + 1)}`)
    const had = toAll?.share === 1 ? toAll : before.offers.get(who)
    const isSame = had !== undefined && now.share <= had.share && had.holds.every((hold) => now.holds.includes(hold))
    return isSame ? [] : [who]
  })
  const access = [...after.access].flatMap(([id, opens]) => {
    const isNewCustomer = !before.known.has(id) && !after.staff.has(id)
    return before.access.get(id) === opens || isNewCustomer ? [] : [id]
  })
  return { offer, access }
}
