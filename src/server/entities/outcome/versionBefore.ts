/**
 * How the version before a release did, counted by the same rule (docs/releases.md, "Halting"): each detector once, by its first attempt, and of
 * each account the first five.
 */
import { inArray, sql } from 'drizzle-orm'
import { accountDetectorsMax, type Count } from '../../../contract/haltingRule.ts'
import { silentAfterMs } from '../../../contract/openUpdate.ts'
import { offeredStates } from '../../../contract/releaseStates.ts'
import type { Database } from '../../db/connect.ts'
import { rowsOf } from '../../db/rowsOf.ts'

export type Before = {
  readonly all: Count
  readonly byHardware: ReadonlyMap<number, Count>
  /** Left without a firmware after a second try. */
  readonly empty: Count
  /** Begun, and unheard of for a day. */
  readonly silent: Count
}

/** The newest that is older, else the newest. Null where nothing of its products was ever offered to all owners and is offered still. */
export async function findBefore(db: Database, releaseId: number): Promise<Before | null> {
  const [before] = rowsOf(
    await db.execute(sql`
      select release.id::integer as id from releases as release
      inner join firmwares as its on its.release_id = release.id
      inner join firmware_products as its_product on its_product.firmware_id = its.id
      where release.id <> ${releaseId} and release.released_at is not null
        and ${inArray(sql`release.state`, [...offeredStates])} and not its.is_deleted and its_product.product_id in (
          select product_id from firmware_products
          inner join firmwares on firmwares.id = firmware_products.firmware_id
          where firmwares.release_id = ${releaseId})
      order by its.version_key collate "C" < (select max(version_key collate "C") from firmwares where release_id = ${releaseId}) desc,
        its.version_key collate "C" desc, release.released_at desc, release.id desc
      limit 1`),
  )
  return before === undefined ? null : countAttempts(db, Number(before['id']))
}

/**
 * What was counted while it was watched counts: a success that came after silence has failed. Of detectors from before that, their updates say it.
 */
async function countAttempts(db: Database, releaseId: number): Promise<Before> {
  const rows = rowsOf(
    await db.execute(sql`
      with attempts as (
        select detector.product_type_id, detector.serial_number, detector.user_id, detector.material_version, attempt.date, attempt.id,
          attempt.success, attempt.firmware_after,
          row_number() over each_detector as place,
          count(*) filter (where attempt.success is false and attempt.firmware_after = 'none') over (
            partition by detector.product_type_id, detector.serial_number) as times_empty
        from product_updates as attempt
        inner join user_products as detector on detector.id = attempt.user_product_id
        inner join firmwares on firmwares.id = attempt.firmware_id
        where firmwares.release_id = ${releaseId} and not attempt.is_simulated and attempt.firmware_after is distinct from 'unchanged'
          and (attempt.success or attempt.firmware_after is not null)
        window each_detector as (partition by detector.product_type_id, detector.serial_number order by attempt.date, attempt.id)
      ), counted as (
        select *, row_number() over (partition by user_id order by date, id) as of_account from attempts where place = 1
      ), judged as (
        select counted.material_version,
          case when outcome.release_id is null
            then success is false or (success is null and date < now() - ${silentAfterMs} * interval '1 millisecond')
            else outcome.failure is not null end as has_failed,
          case when outcome.release_id is null
            then success is not true and times_empty > (success is false and firmware_after is not distinct from 'none')::integer
            else outcome.empty_at is not null end as is_empty,
          case when outcome.release_id is null
            then success is null and date < now() - interval '1 day'
            else outcome.lost_at is not null end as is_silent
        from counted
        left join release_outcomes as outcome on outcome.release_id = ${releaseId}
          and outcome.product_type_id = counted.product_type_id and outcome.serial_number = counted.serial_number
        where of_account <= ${accountDetectorsMax}
      )
      select material_version as "hardwareVersion", count(*)::integer as outcomes,
        (count(*) filter (where has_failed))::integer as failures,
        (count(*) filter (where is_empty))::integer as empty,
        (count(*) filter (where is_silent))::integer as silent
      from judged
      group by material_version`),
  )
  const sum = (name: 'outcomes' | 'failures' | 'empty' | 'silent') => rows.reduce((total, row) => total + Number(row[name]), 0)
  const outcomes = sum('outcomes')
  return {
    all: { outcomes, failures: sum('failures') },
    byHardware: new Map(
      rows.map((row) => [Number(row['hardwareVersion']), { outcomes: Number(row['outcomes']), failures: Number(row['failures']) }]),
    ),
    empty: { outcomes, failures: sum('empty') },
    silent: { outcomes, failures: sum('silent') },
  }
}
