import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { type ColumnVisibilityState, createColumnHelper, useTable } from '@tanstack/react-table'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { RecordLink } from '../record/recordLinks.ts'
import { YesNo } from '../text/YesNo.tsx'
import { features, linkColumn, type ListColumn } from './listColumn.ts'
import { SelectionCell, SelectionHead, selectionInset } from './selection/SelectionCells.tsx'
import type { useTableSelection } from './selection/useTableSelection.ts'
import { SortButton } from './SortButton.tsx'
import type { TableState } from './tableState.ts'
import { useVisibleRows } from './useVisibleRows.ts'
import type { useTableRows } from './useTableRows.ts'

/** Of the buttons, over what scrolls below them. */
const fadingEdge =
  'before:pointer-events-none before:absolute before:inset-y-0 before:-left-4 before:w-4 before:bg-linear-to-l before:from-(--row,var(--card)) before:to-transparent'
/** So that moving the pointer over rows does not load them. */
const rowPreloadMs = 200

type DataTableProps<Row extends { readonly id: number }> = {
  title: string
  columns: readonly ListColumn<Row>[]
  visibility: ColumnVisibilityState
  rows: ReturnType<typeof useTableRows<Row>>
  state: Pick<TableState, 'sortBy' | 'sortDesc'>
  onSort: (sort: Pick<TableState, 'sortBy' | 'sortDesc'>) => void
  /** The link of a row. */
  linkOf: ((row: Row) => RecordLink) | undefined
  /** The buttons at the end of a row. */
  actions: ((row: Row) => ReactNode) | undefined
  /** Of a list whose rows can be selected, with the name of a row. */
  selecting?: (ReturnType<typeof useTableSelection<Row>> & { readonly nameOf: (row: Row) => string }) | undefined
}

/** The rows of a list; while it shows everything, only the visible ones. Header, names and buttons stay while the rest scrolls. */
export function DataTable<Row extends { readonly id: number }>({
  title,
  columns,
  visibility,
  rows,
  state,
  onSort,
  linkOf,
  actions,
  selecting,
}: DataTableProps<Row>) {
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const { start, end, scrolled } = useVisibleRows(rows, frame)
  const shown = Array.from({ length: end - start }, (_, index) => rows.rowAt(start + index))
  const data = shown.filter((row) => row !== undefined)
  const table = useTable({
    features,
    columns: useColumnDefinitions(columns),
    data,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableMultiSort: false,
    state: { columnVisibility: visibility, sorting: [{ id: state.sortBy, desc: state.sortDesc }] },
  })
  const { i18n } = useLingui()
  const cells = new Map(table.getRowModel().rows.map((row) => [row.original.id, row.getVisibleCells()]))
  const leaves = table.getVisibleLeafColumns()
  const byId = new Map(columns.map((column) => [column.id, column]))
  const linkId = linkColumn(columns)?.id
  const stayingId = linkId ?? leaves[0]?.id
  const endId = byId.get(leaves.at(-1)?.id ?? '')?.staysAtEnd === true ? leaves.at(-1)?.id : undefined
  const stays = cn('sticky', selecting ? selectionInset : 'left-0')
  const [actionsPx, actionsHead] = useWidthPx()

  return (
    <section
      ref={frame}
      className={cn(
        'relative min-h-40 overflow-auto overscroll-x-contain rounded-lg border bg-card [@media(max-height:30rem)]:max-h-[85dvh]',
        // What has the focus never ends below the parts that stay.
        'scroll-pt-10 scroll-pr-24 scroll-pl-[42vw] sm:scroll-pr-36 sm:scroll-pl-64',
        rows.isStale && 'opacity-60',
      )}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
      tabIndex={0}
      aria-label={title}
    >
      <div style={{ height: scrolled?.totalPx }}>
        <div style={{ height: scrolled?.offsetPx }} />
        <table
          className={cn('w-full border-separate border-spacing-0 text-sm', scrolled && 'sticky')}
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type lacks custom properties
          style={{ '--actions': `${actionsPx}px`, ...(scrolled && stickyOffset(scrolled.renderedPx)) } as CSSProperties}
          aria-rowcount={rows.rowCount + 1}
          aria-busy={rows.isFetching || rows.isStale}
        >
          <thead>
            <tr>
              {selecting && <SelectionHead selecting={selecting} />}
              {table.getHeaderGroups().flatMap((group) =>
                group.headers.map((header) => {
                  const column = byId.get(header.column.id)
                  const isSorted = header.column.id === state.sortBy
                  return (
                    <th
                      key={header.id}
                      scope="col"
                      aria-sort={isSorted ? (state.sortDesc ? 'descending' : 'ascending') : undefined}
                      className={cn(
                        'sticky top-0 h-7.5 border-b bg-card px-3 text-xs font-medium whitespace-nowrap text-muted-foreground first:pl-4',
                        header.column.id === stayingId ? cn(stays, 'z-20') : 'z-10',
                        header.column.id === endId && cn('lg:right-(--actions) lg:z-20', fadingEdge, 'max-lg:before:hidden'),
                        column?.isNumber === true ? 'text-right' : 'text-left',
                      )}
                    >
                      {column?.isSortable === true ? <SortButton column={column} state={state} onSort={onSort} /> : column?.header}
                    </th>
                  )
                }),
              )}
              {actions && (
                <th
                  ref={actionsHead}
                  scope="col"
                  className={cn('sticky top-0 right-0 z-20 border-b bg-card px-2', fadingEdge, endId !== undefined && 'lg:before:hidden')}
                >
                  <span className="sr-only">{t`Actions`}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              <tr
                key={row?.id ?? `at ${start + index}`}
                aria-rowindex={start + index + 2}
                className="group h-8 [--row:var(--card)] hover:[--row:var(--row-hover)] has-[a:focus-visible]:[--row:var(--accent)] pointer-coarse:h-11"
              >
                {row === undefined ? (
                  <td colSpan={leaves.length + 2} className="border-b border-border/60 px-4">
                    <Skeleton className="h-4 w-full max-w-lg" />
                  </td>
                ) : (
                  <>
                    {selecting && <SelectionCell selecting={selecting} id={row.id} index={start + index} name={selecting.nameOf(row)} />}
                    {cells.get(row.id)?.map((cell) => (
                      <td
                        key={cell.id}
                        className={cn(
                          'border-b border-border/60 bg-(--row) px-3 first:pl-4',
                          cell.column.id === stayingId && cn(stays, 'z-1'),
                          byId.get(cell.column.id)?.isCode === true
                            ? 'whitespace-nowrap'
                            : cn(
                                cell.column.id !== endId && 'truncate',
                                cell.column.id === stayingId ? 'max-w-[42vw] sm:max-w-80' : 'max-w-80',
                              ),
                          cell.column.id === endId && cn('lg:sticky lg:right-(--actions) lg:z-1', fadingEdge, 'max-lg:before:hidden'),
                          cell.column.id === linkId && 'font-medium',
                          byId.get(cell.column.id)?.isNumber === true && 'text-right',
                        )}
                      >
                        {cell.column.id === linkId && linkOf ? (
                          <Link
                            {...linkOf(row)}
                            preloadDelay={rowPreloadMs}
                            data-row-link
                            className="rounded-sm hover:text-primary hover:underline"
                          >
                            {shownValue(byId.get(cell.column.id)?.cell(row), i18n)}
                          </Link>
                        ) : (
                          shownValue(byId.get(cell.column.id)?.cell(row), i18n)
                        )}
                      </td>
                    ))}
                    {actions && (
                      <td
                        className={cn(
                          'sticky right-0 z-1 border-b border-border/60 bg-(--row) px-2 text-right whitespace-nowrap',
                          fadingEdge,
                          endId !== undefined && 'lg:before:hidden',
                        )}
                      >
                        {actions(row)}
                      </td>
                    )}
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The width of a cell, for what stays beside it. */
function useWidthPx() {
  const [widthPx, setWidthPx] = useState(0)
  const ref = useCallback((cell: HTMLElement | null) => {
    if (cell === null) return undefined
    const observer = new ResizeObserver(() => setWidthPx(cell.offsetWidth))
    observer.observe(cell)
    return () => observer.disconnect()
  }, [])
  return [widthPx, ref] as const
}

function useColumnDefinitions<Row extends { readonly id: number }>(columns: readonly ListColumn<Row>[]) {
  return useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>()
    return columns.map(({ id, header }) => helper.display({ id, header }))
  }, [columns])
}

/**
 * The rendered part scrolls with the rest until its end would come into view, then sticks there until more is rendered: scrolling faster
 * than rendering shows old rows instead of none.
 */
function stickyOffset(renderedPx: number) {
  const inset = `calc(100% - ${renderedPx}px)`
  return { top: inset, bottom: inset }
}

/** A value in a list: numbers grouped, yes and no as icons, a dash for nothing. */
function shownValue(value: ReactNode, i18n: I18n): ReactNode {
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return i18n.number(value)
  return value === null || value === undefined || value === '' ? '–' : value
}
