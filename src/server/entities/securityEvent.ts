/** The security log for administrators. It may have a million rows, so each condition has an index (db/tables/securityLog.ts). */
import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { contract } from '../../contract/contract.ts'
import { roles } from '../../contract/rules.ts'
import { securityEventDetails, securityEventKinds, type SecurityEventRow } from '../../contract/securityLog.ts'
import { errorCatalogue } from '../../errors.ts'
import { searchedUser, userChoice } from '../accounts/userNames.ts'
import type { HandlersOf } from '../call.ts'
import type { Database } from '../db/connect.ts'
import { securityEvents, users } from '../db/tables.ts'
import { exportHandlers } from '../exports/exportRows.ts'
import { hourMs } from '../limits/durations.ts'
import { containsWords } from '../records/foldText.ts'
import { listHandlers, type ListSource } from '../records/list.ts'
import { dateFilter, type ListFilter, valueFilter } from '../records/listFilters.ts'

const reasons = [...Object.keys(errorCatalogue), ...roles, ...securityEventDetails]
const account = alias(users, 'account')
const actor = alias(users, 'actor')

const list: ListSource<SecurityEventRow> = {
  table: securityEvents,
  searched: (db, typed) => {
    const ofEvent = containsWords({ text: securityEvents.searchText, name: sql`''` }, typed)
    const ofPeople = containsWords(searchedUser, typed)
    return ofPeople.map((ofPerson, index) => {
      // A phone number is one condition on people, but several words of an event.
      const isEvent = ofPeople.length === ofEvent.length ? ofEvent[index] : and(...ofEvent)
      const people = sql`any(array(${db.select({ id: users.id }).from(users).where(ofPerson)}))`
      // Three conditions with an index each. A join would compare every event with every person.
      return sql`(${securityEvents.userId} = ${people} or ${securityEvents.actorId} = ${people} or ${isEvent})`
    })
  },
  // The default order, newest first, is by time here: the indexes of the filters end with it.
  sorts: () => ({ id: securityEvents.firstAt }),
  filters: (db) => [
    valueFilter('kind', securityEventKinds, (kind) => sql`${securityEvents.kind} = ${kind}`),
    reasonFilter(db),
    dateFilter('date', securityEvents.firstAt, { until: securityEvents.lastAt, longestMs: hourMs }),
  ],
  async find(db, ids) {
    const rows = await db
      .select({
        event: securityEvents,
        account: { id: account.id, firstname: account.firstname, lastname: account.lastname, username: account.username },
        actor: { id: actor.id, firstname: actor.firstname, lastname: actor.lastname, username: actor.username },
      })
      .from(securityEvents)
      .leftJoin(account, eq(account.id, securityEvents.userId))
      .leftJoin(actor, eq(actor.id, securityEvents.actorId))
      .where(inArray(securityEvents.id, [...ids]))
    return rows.map(({ event: { id, kind, address, reason, count, ...event }, ...people }) => ({
      id,
      firstAt: event.firstAt.toISOString(),
      lastAt: event.lastAt.toISOString(),
      kind,
      account: userChoice(people.account),
      actor: userChoice(people.actor),
      address,
      reason,
      count,
      export: event.export,
    }))
  },
}

export const securityEvent: HandlersOf<typeof contract.securityEvent> = {
  ...listHandlers(list, {}),
  ...exportHandlers(list, {
    list: 'securityEvent',
    columns: {
      id: { is: 'instant', at: ({ firstAt }) => firstAt },
      kind: ({ kind }) => kind,
      count: ({ count }) => count,
      account: ({ account: whose }) => whose?.tostring ?? null,
      reason: ({ reason }) => reason,
      address: ({ address }) => address,
      actor: ({ actor: by }) => by?.tostring ?? null,
      lastAt: { is: 'instant', at: ({ lastAt }) => lastAt },
      export: ({ export: exported }) => exported && JSON.stringify(exported),
    },
  }),
}

/** Offers only the reasons that occur and that this version can display. */
function reasonFilter(db: Database): ListFilter {
  const filter = valueFilter('reason', reasons, (reason) => sql`${securityEvents.reason} = ${reason}`)
  const offered = sql`unnest(${sql.param(reasons)}::text[]) as offered(reason)`
  const isThere = exists(
    db
      .select({ one: sql`1` })
      .from(securityEvents)
      .where(sql`${securityEvents.reason} = offered.reason`),
  )
  return {
    ...filter,
    options: async () => {
      const found = await db
        .select({ id: sql<string>`offered.reason` })
        .from(offered)
        .where(isThere)
      return found.map(({ id }) => ({ id, tostring: id }))
    },
  }
}
