import { columnVisibilityFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A column of an entity's list. The first one links to the record. */
export type ListColumn<Row> = {
  /** The contract's name of the column, also used for sorting. */
  readonly id: string
  readonly header: string
  /** Numbers, booleans and missing values look the same in every list. */
  readonly cell: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** Aligned right. */
  readonly isNumber?: boolean
}

export const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature })
