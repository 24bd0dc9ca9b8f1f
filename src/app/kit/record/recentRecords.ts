/** The records that a user has opened last, newest first, in this browser until they sign out or the next person signs in. */
import * as v from 'valibot'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { createStoredItem } from '../../browser/storedItem.ts'
import { addSignOutHook } from '../../session/session.ts'

export type RecentRecord = { readonly entity: RecordEntity; readonly id: number; readonly name: string }

const recentMax = 10
const entities = ['user', 'product', 'firmware', 'betaGroup', 'news', 'rallyZone'] as const satisfies readonly RecordEntity[]
const storedRecents = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ owner: v.number(), records: v.array(v.object({ entity: v.picklist(entities), id: v.number(), name: v.string() })) }),
)

const item = createStoredItem('fieldport.recentRecords')
addSignOutHook(() => item.set(null))

/** Those of the signed-in user: a session may have ended without signing out. */
export function readRecentRecords(): readonly RecentRecord[] {
  const stored = v.safeParse(storedRecents, item.get())
  return stored.success && stored.output.owner === sessionStore.read()?.id ? stored.output.records : []
}

export function noteOpened(record: RecentRecord): void {
  keep([record, ...without(record)])
}

export function forgetOpened(record: Pick<RecentRecord, 'entity' | 'id'>): void {
  keep(without(record))
}

/** Deletes what another person's session has left that ended without signing out. A view as a customer is the administrator's own session. */
export function forgetOpenedByOthers(): void {
  const stored = v.safeParse(storedRecents, item.get())
  if (!stored.success || stored.output.owner !== sessionStore.readOwn()?.id) item.set(null)
}

function without({ entity, id }: Pick<RecentRecord, 'entity' | 'id'>): RecentRecord[] {
  return readRecentRecords().filter((known) => known.entity !== entity || known.id !== id)
}

function keep(records: readonly RecentRecord[]): void {
  const owner = sessionStore.read()?.id
  if (owner !== undefined) item.set(JSON.stringify({ owner, records: records.slice(0, recentMax) }))
}
