import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import type { TableState } from './tableState.ts'

type Sort = Pick<TableState, 'sortBy' | 'sortDesc'>

/** The header of a column by which the list can be sorted: upwards first, then the other way. */
export function SortButton({
  column: { id, header },
  state,
  onSort,
}: {
  column: { readonly id: string; readonly header: string }
  state: Sort
  onSort: (sort: Sort) => void
}) {
  const isSorted = id === state.sortBy
  const Icon = isSorted ? (state.sortDesc ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <button
      type="button"
      className={cn('-mx-1.5 inline-flex items-center gap-1 rounded-sm px-1.5 py-1 hover:text-foreground', isSorted && 'text-foreground')}
      onClick={() => onSort({ sortBy: id, sortDesc: isSorted ? !state.sortDesc : false })}
    >
      <span>{header}</span>
      <Icon aria-hidden className={cn('size-3.5', !isSorted && 'opacity-40')} />
    </button>
  )
}
