/**
 * The kinds of records that are found from anywhere, each by the search of its list. There may be a million of a kind: what is found first
 * begins with the text, which an ordered index finds, then comes what the list's search index finds.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { contract } from '../../../contract/contract.ts'
import { type Endpoint, mayCall } from '../../../contract/endpoint.ts'
import type { Role } from '../../../contract/rules.ts'
import type { FoundRecord } from '../../../contract/search.ts'
import { formatWarrantyCode, normalizeCode } from '../../../contract/warrantyCodeFormat.ts'
import { userChoice } from '../../accounts/userNames.ts'
import type { Database } from '../../db/connect.ts'
import { users, warrantyCodes } from '../../db/tables.ts'
import { type Actor, findFirst, type ListSource, searchedBy } from '../../records/list.ts'
import { nameOfFirmware } from '../catalogue.ts'
import { firmwareList } from '../firmware/handlers.ts'
import { newsList } from '../news/handlers.ts'
import { userList } from '../user/userList.ts'
import { codeList } from '../warrantyCode/codeList.ts'

type Find = (search: { db: Database; typed: string; actor: Actor; rowsMax: number }) => Promise<FoundRecord[]>

/** Fewer characters are in the middle of too many serial numbers, and no index finds fewer than three. */
const serialMinLength = 4
/** Of a code's 32 characters: a name of three letters is how one in 32,768 codes begins. */
const codeMinLength = 4

const findable: readonly { readonly list: Endpoint; readonly find: Find }[] = [
  {
    list: contract.user.getB122TableResults,
    find: findIn(
      'user',
      userList,
      (db, typed) => [
        begins(users.username, typed.toLowerCase()),
        begins(users.lastnameKey, sql`fold_text(${likeText(typed)})`),
        searchedBy(userList, db, typed),
        ...(isSerial(typed) ? [userList.hasSerial?.(db, typed)] : []),
      ],
      (row) => ({ tostring: userChoice(row)?.tostring ?? '', detail: row.username }),
    ),
  },
  {
    list: contract.firmware.getB122TableResults,
    find: findIn(
      'firmware',
      firmwareList,
      (db, typed) => [searchedBy(firmwareList, db, typed)],
      (row) => ({ tostring: nameOfFirmware(row), detail: row.products.map(({ tostring }) => tostring).join(', ') }),
    ),
  },
  {
    list: contract.news.getB122TableResults,
    find: findIn(
      'news',
      newsList,
      (db, typed) => [searchedBy(newsList, db, typed)],
      ({ title }) => ({ tostring: title, detail: '' }),
    ),
  },
  {
    list: contract.warrantyCode.getB122TableResults,
    find: findIn(
      'warrantyCode',
      codeList,
      (_, typed) => (normalizeCode(typed).length < codeMinLength ? [] : [begins(warrantyCodes.code, normalizeCode(typed))]),
      ({ code, user }) => ({ tostring: formatWarrantyCode(code), detail: user?.tostring ?? '' }),
    ),
  },
]

/** The kinds whose list this role may read. */
export function findableBy(role: Role): readonly Find[] {
  return findable.filter(({ list }) => mayCall(list, role)).map(({ find }) => find)
}

function findIn<Row extends { readonly id: number }>(
  entity: FoundRecord['entity'],
  source: ListSource<Row>,
  /** From the best matches to the others. */
  conditions: (db: Database, typed: string) => readonly (SQL | undefined)[],
  show: (row: Row) => Pick<FoundRecord, 'tostring' | 'detail'>,
): Find {
  return async ({ db, typed, actor, rowsMax }) => {
    const rows = await findFirst(source, { db, actor, rowsMax, conditions: conditions(db, typed) })
    return rows.map((row) => Object.assign(show(row), { entity, id: row.id }))
  }
}

/** Uses the column's index, which compares bytes. */
function begins(column: Column, typed: string | SQL): SQL {
  const start = typeof typed === 'string' ? likeText(typed) : typed
  return sql`${column} collate "C" like ${start} || '%'`
}

function likeText(typed: string): string {
  return typed.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** As a serial number may be typed; anything else costs a search that finds nothing. */
function isSerial(typed: string): boolean {
  return /^[\da-z\s:-]+$/i.test(typed) && typed.replaceAll(/[\s:-]/g, '').length >= serialMinLength
}
