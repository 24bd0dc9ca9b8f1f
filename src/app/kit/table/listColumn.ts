import { columnVisibilityFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A column of a file of the list. */
export type ExportedColumn = {
  /** The contract's name of the column. */
  readonly id: string
  readonly header: string
  /** What a file says for values that are codes. By default the words of the filter with the same name. */
  readonly words?: Readonly<Record<string, string>>
}

/** A column of an entity's list; its name is also used for sorting. */
export type ListColumn<Row> = ExportedColumn & {
  /** Numbers, booleans and missing values look the same in every list. */
  readonly cell: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** No file has it. */
  readonly isPicture?: true
  /** Links to the record, and cannot be hidden. By default the first column does. */
  readonly isLink?: boolean
  /** Aligned right. */
  readonly isNumber?: boolean
  /** A code: never cut, however narrow the window. */
  readonly isCode?: boolean
  /** Of the last column: stays in sight beside the buttons, on a screen that has room for it. */
  readonly staysAtEnd?: boolean
}

export const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature })

export function linkColumn<Column extends { readonly isLink?: boolean }>(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isLink }) => isLink === true) ?? columns[0]
}
