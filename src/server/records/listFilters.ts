/** The kinds of list filters. Each turns the chosen value ('' for none) into a condition. Knows no entity. */
import { and, type Column, eq, gte, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import { instant } from '../../contract/fields.ts'
import type { OfferedFilter } from '../../contract/table.ts'
import { AppError } from '../../errors.ts'

export type ListFilter = Pick<OfferedFilter, 'name' | 'kind'> & {
  readonly options: () => Promise<OfferedFilter['options']>
  /** Throws `request.invalid` for a value that the filter does not offer. */
  readonly where: (selectedValue: string) => SQL | undefined
}

/** One of a few values, which the screen translates. */
export function valueFilter(name: string, values: readonly string[], where: (value: string) => SQL | undefined): ListFilter {
  return {
    name,
    kind: 'select',
    options: async () => values.map((value) => ({ id: value, tostring: value })),
    where(value) {
      if (value === '') return undefined
      if (!values.includes(value)) throw new AppError('request.invalid')
      return where(value)
    },
  }
}

export function booleanFilter(name: string, isTrue: SQL | Column): ListFilter {
  return valueFilter(name, ['true', 'false'], (value) => (value === 'true' ? sql`${isTrue}` : not(isTrue)))
}

/** One of the records of another table. */
export function recordFilter(
  name: string,
  find: () => Promise<readonly { id: number; tostring: string }[]>,
  where: (id: number) => SQL | undefined,
): ListFilter {
  return {
    name,
    kind: 'select',
    options: async () => (await find()).map(({ id, tostring }) => ({ id: String(id), tostring })),
    where(value) {
      if (value === '') return undefined
      if (!/^[1-9]\d{0,14}$/.test(value)) throw new AppError('request.invalid')
      return where(Number(value))
    },
  }
}

/**
 * From the first instant (included) to the second (excluded). With `lasting`, rows cover the time from `date` to another column, and match
 * if any part of it lies in the range; `longestMs` allows the index on `date` to be used.
 */
export function dateFilter(name: string, date: PgColumn, lasting?: { readonly until: PgColumn; readonly longestMs: number }): ListFilter {
  return {
    name,
    kind: 'dateRange',
    options: async () => [],
    where(value) {
      if (value === '') return undefined
      const [from = '', to = '', ...more] = value.split('/')
      if (more.length > 0) throw new AppError('request.invalid')
      const start = from === '' ? undefined : instantOf(from)
      return and(
        start && gte(date, new Date(start.getTime() - (lasting?.longestMs ?? 0))),
        start && lasting && gte(lasting.until, start),
        to === '' ? undefined : lt(date, instantOf(to)),
      )
    },
  }
}

function instantOf(text: string): Date {
  if (!v.is(instant, text)) throw new AppError('request.invalid')
  return new Date(text)
}

/** Hides deleted rows unless the filter asks for them. What was erased is deleted, too, and never listed. */
export function deletedFilter({ isDeleted, erasedAt }: { isDeleted: PgColumn; erasedAt?: PgColumn | undefined }): ListFilter {
  const filter = valueFilter('deleted', ['true'], () => and(eq(isDeleted, true), erasedAt && isNull(erasedAt)))
  return { ...filter, where: (value) => filter.where(value) ?? not(isDeleted) }
}
