/**
 * Adds a large number of customers for performance tests: from the demo's countries, with 1.2 detectors each and five update records over
 * two years. The database generates them itself, a million users in minutes. The same numbers give the same data. Knows no HTTP.
 */
import { sql } from 'drizzle-orm'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { makeSecret } from '../auth/secret.ts'
import type { Database } from '../db/connect.ts'
import { rowsOf } from '../db/rowsOf.ts'
import { products } from '../db/tables.ts'
import type { Storage } from '../files/storage.ts'
import { demoCountries } from './content/countries.ts'
import { insertSubscriptions } from './content/insertSubscriptions.ts'
import { insertReleases, storeImages } from './content/insertReleases.ts'
import { markDemoRows } from './demoRows.ts'

/** Users per statement; keeps the log and memory of the embedded database small. */
const batchUsers = 20_000

/** Adds `userCount` users. `onProgress` receives the number created so far. */
export async function seedMany(
  db: Database,
  storage: Storage,
  userCount: number,
  onProgress: (made: number) => void,
  now = new Date(),
): Promise<void> {
  if ((await db.$count(products)) === 0) {
    const editions = await storeImages(storage)
    await db.transaction(async (transaction) => {
      await insertReleases(transaction, editions, now)
      await markDemoRows(transaction)
    })
  }
  // A random password: these accounts are not for signing in.
  const passwordHash = await hashPassword(makeSecret())
  for (let made = 0; made < userCount; made += batchUsers) {
    const size = Math.min(batchUsers, userCount - made)
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`select setseed(${(made % 1_000_003) / 1_000_003})`)
      const { first, last } = await insertUsers(transaction, { size, passwordHash, now })
      await insertSubscriptions(transaction, { first, last })
      await insertDetectors(transaction, first, last)
      await insertUpdates(transaction, first, last, now)
      await markDemoRows(transaction)
    })
    onProgress(made + size)
  }
  // Without statistics the planner would treat the tables as empty.
  for (const table of ['users', 'subscriptions', 'user_products', 'accessories', 'product_updates', 'firmwares', 'products']) {
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
}

type Batch = { readonly size: number; readonly passwordHash: string; readonly now: Date }

async function insertUsers(db: Database, { size, passwordHash, now }: Batch): Promise<{ first: number; last: number }> {
  const weights = demoCountries.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  const homes = demoCountries.map(({ country, weight, phonePrefix, firstnames, lastnames, distributors, language }) => {
    sum += weight
    return { country, upto: sum / weights, phonePrefix, firstnames, lastnames, distributors, locale: language === 'Français' ? 'fr' : 'en' }
  })
  const today = sql`${now.toISOString()}::timestamptz`
  const since = sql`${today} - random() * interval '1000 days'`
  await db.execute(sql`create temporary table if not exists seed_homes (
    country text, upto double precision, "phonePrefix" text, firstnames text[], lastnames text[], distributors text[], locale text)`)
  await db.execute(sql`truncate seed_homes`)
  await db.execute(sql`insert into seed_homes select * from jsonb_populate_recordset(null::seed_homes, ${JSON.stringify(homes)}::jsonb)`)
  await db.execute(sql`
    insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, phone_digits, country, distributor, locale,
      is_newsletter, is_beta_tester, account_validated, account_locked, since, origin, last_sync, subscription_name, subscription_start, subscription_end)
    select lower(regexp_replace(fold_text(firstname || '.' || lastname), '[^a-z.]', '', 'g')) || '.' || (select coalesce(max(id), 0) from users) + number || '@example.net',
      ${passwordHash}, firstname, lastname, "phonePrefix", phone, forms, country,
      distributors[1 + floor(random() * 2 * greatest(cardinality(distributors), 1))::int], locale,
      random() < 0.4, random() < 0.004, random() < 0.97, random() < 0.01, ${since}, case when random() < 0.55 then 'APP' else 'PORTAL' end,
      case when random() < 0.3 then ${today} - random() * interval '90 days' end, case when plan < 0.2 then 'PREMIUM' when plan < 0.52 then 'TRIAL' end,
      case when plan < 0.2 then ends - interval '1 year' end, case when plan < 0.2 then ends end
    from (
      select number, home.*, home.firstnames[1 + floor(random() * cardinality(home.firstnames))::int] as firstname,
        home.lastnames[1 + floor(random() * cardinality(home.lastnames))::int] as lastname, phone,
        -- As messages/phone.ts makes them of numbers like these.
        format(' %1$s 00%2$s%1$s 00%2$s0%1$s', phone, trim('+' from "phonePrefix")) as forms,
        random() as plan, ${today} + (random() - 0.2) * interval '1 year' as ends
      from (select number, random() as chance, '6' || lpad(floor(random() * 1e8)::text, 8, '0') as phone
        from generate_series(1, ${size}::int) as number) as dice
      cross join lateral (select * from seed_homes where upto >= least(chance, 0.999999) order by upto limit 1) as home
    ) as person`)
  const [range] = rowsOf(await db.execute(sql`select max(id) - ${size} + 1 as first, max(id) as last from users`))
  return { first: Number(range?.['first']), last: Number(range?.['last']) }
}

/** 1.2 detectors per user. `* 0` refers to the row, so that PostgreSQL calls random() for each row instead of once. */
async function insertDetectors(db: Database, first: number, last: number): Promise<void> {
  await db.execute(sql`
    insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id, created_at)
    select owner.id, product.id, upper(substr(md5(owner.id || ' ' || nth), 1, 10)), 1 + floor(random() * 4)::int, 2, product.type_id, owner.since
    from users as owner
    cross join lateral generate_series(1, case when random() + owner.id * 0 < 0.2 then 2 else 1 end) as nth
    cross join lateral (select id, type_id from products where not is_deleted order by random() + owner.id * 0 limit 1) as product
    where owner.id between ${first} and ${last}`)
}

/** Between one and eight updates per detector, 4.2 on average; nine of ten succeed, one of 200 leaves no firmware. */
async function insertUpdates(db: Database, first: number, last: number, now: Date): Promise<void> {
  const day = sql`${now.toISOString()}::timestamptz - random() * interval '730 days'`
  await db.execute(sql`
    insert into product_updates (user_product_id, firmware_id, date, success, error_type, firmware_after)
    select id, firmware_ids[1 + floor(random() * cardinality(firmware_ids))::int], date, outcome < 0.9,
      case when outcome >= 0.9 then (array['DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR'])[1 + floor(random() * 3)::int] end,
      case when outcome >= 0.995 then 'none' when outcome >= 0.9 then 'unchanged' end
    from (
      select detector.id, fitting.firmware_ids, ${day} as date, random() as outcome
      from user_products as detector
      join (select product_id, array_agg(firmware_id) as firmware_ids from firmware_products group by product_id) as fitting
        on fitting.product_id = detector.product_id
      cross join lateral generate_series(1, 1 + floor(random() * 7.34)::int + detector.id::int * 0) as nth
      where detector.user_id between ${first} and ${last}
    ) as attempt`)
}
