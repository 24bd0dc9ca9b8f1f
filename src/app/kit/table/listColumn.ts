import { columnVisibilityFeature, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A column as an entity's list describes it. The first one leads to the record. */
export type ListColumn<Row> = {
  /** The contract's own name of it, which it is sorted by. */
  readonly id: string
  readonly header: string
  /** Numbers, yes and no, and what is missing are drawn the same in every list. */
  readonly cell: (row: Row) => ReactNode
  readonly isSortable?: boolean
  /** Numbers stand on the right. */
  readonly isNumber?: boolean
}

export const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature })
