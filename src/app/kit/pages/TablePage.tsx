/** The page of a back-office list: title and total, search and filters, rows and pagination. Knows no entity by name. */
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { Inbox, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Allowed, TableInit } from '../../../contract/table.ts'
import { queryOf } from '../../api/queryOf.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AsOf } from './AsOf.tsx'
import { Empty } from './Empty.tsx'
import { Failed } from '../failures/Failed.tsx'
import type { CreateLink, RecordLink } from '../record/recordLinks.ts'
import { ColumnMenu } from '../table/ColumnMenu.tsx'
import { ExportMenu } from '../table/ExportMenu.tsx'
import { DataTable } from '../table/DataTable.tsx'
import type { ExportedColumn, ListColumn } from '../table/listColumn.ts'
import { SelectionBar } from '../table/selection/SelectionBar.tsx'
import { type TableSelection, useTableSelection } from '../table/selection/useTableSelection.ts'
import type { FilterWords } from '../table/filters/filterWords.ts'
import { TablePages } from '../table/TablePages.tsx'
import { TableToolbar } from '../table/TableToolbar.tsx'
import { useTableKeys } from '../table/useTableKeys.ts'
import { isNarrowed, rowsRequest, type TableApi } from '../table/tableQueries.ts'
import { lastPageOf, type TableState } from '../table/tableState.ts'
import { useTableRows } from '../table/useTableRows.ts'
import { useTableState } from '../table/useTableState.ts'
import { usePageTitle } from './usePageTitle.ts'

export type ShownList = { readonly state: TableState; readonly init: TableInit }

export type TablePageProps<Row> = {
  /** The entity's name in the routes. */
  entity: string
  title: string
  api: TableApi<Row>
  /** Must be a stable array. */
  columns: readonly ListColumn<Row>[]
  /** What files of the list have besides. */
  alsoExported?: readonly ExportedColumn[]
  /** Why somebody cannot take away what the list shows; undefined if they can. */
  obstacleToExport?: (state: TableState) => string | undefined
  /** By filter name; the filter for deleted rows has its texts here. */
  filters?: Readonly<Record<string, FilterWords>> | undefined
  /** The label of the serial number search, if the list has one. */
  serialLabel?: string | undefined
  /** Beside the title: where else the list as it is searched and filtered leads. */
  links?: (shown: ShownList) => ReactNode
  /** Beside the title: what changes the list as it is searched and filtered. */
  actions?: (shown: ShownList) => ReactNode
  /** Above the rows: a warning about the list. */
  notice?: ReactNode
  /** The buttons at the end of a row without a screen of its own. */
  rowActions?: (row: Row) => ReactNode
  /** Lets rows be selected, by name: what can be done with the selected ones. */
  selection?:
    | { readonly nameOf: (row: Row) => string; readonly actions: (selection: TableSelection, shown: ShownList) => ReactNode }
    | undefined
  /** For rows with screens of their own. */
  records?: {
    /** The label of the add button. */
    readonly addLabel: string
    readonly addLink: CreateLink
    readonly linkOf: (row: Row) => RecordLink
    /** The buttons at the end of a row. */
    readonly actions: (row: Row, allowed: Allowed | undefined) => ReactNode
  }
}

export function TablePage<Row extends { readonly id: number }>(props: TablePageProps<Row>) {
  const { entity, title, api, columns, records } = props
  const { t, i18n } = useLingui()
  const screen = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  usePageTitle(title)
  const { state, change, reset, isChanged } = useTableState(entity)
  const init = useQuery(queryOf(api.initB122Table))
  const rows = useTableRows(api, state, init.data)
  const [visibility, setVisibility] = useColumnChoice(entity)
  const selecting = useTableSelection(state, rows, props.selection?.nameOf)
  const allowed = init.data?.allowed
  const addLink = allowed?.create === true ? records?.addLink : undefined
  useTableKeys(screen, addLink && (() => void navigate(addLink)))

  const mayChangeRecords = allowed !== undefined && Object.values(allowed).includes(true)
  const hasChanges = mayChangeRecords || [props.actions, props.rowActions, props.selection].some((offer) => offer !== undefined)
  const actions = records ? (row: Row) => records.actions(row, allowed) : props.rowActions

  const failed = init.isError && init.data === undefined ? init : rows.error === null || rows.rowCount > 0 ? null : rows
  /** One press loads all that failed. */
  const retry = () => {
    if (init.isError) void init.refetch()
    if (rows.error !== null) rows.refetch()
  }
  const isCurrent = rows.error === null && !rows.isPending && !rows.isStale
  const lastPage = lastPageOf(rows.totalRows, state.perPage)
  // An old address, or the last rows of the last page were deleted.
  const isBeyond = isCurrent && state.currentPage > lastPage
  useEffect(() => {
    if (isBeyond) change({ currentPage: lastPage }, { isReplacing: true })
  })
  const isEmpty = failed === null && isCurrent && !isBeyond && rows.rowCount === 0
  // The newest count: where nothing is left out, the pager below says the same.
  const totalCount = isCurrent && !isNarrowed(state) ? rows.totalRows : init.data?.totalCount
  const toolbar = (
    <TableToolbar filters={props.filters} serialLabel={props.serialLabel} init={init.data} state={state} change={change}>
      {isChanged && (
        <Button variant="link" size="inline" onClick={reset}>
          <Trans>Reset</Trans>
        </Button>
      )}
      <div className="ml-auto flex">
        {init.data && (
          <ExportMenu
            exportRows={api.exportRows}
            title={title}
            columns={columns}
            alsoExported={props.alsoExported}
            filters={props.filters}
            search={rowsRequest(state, state, init.data).body}
            rows={rows.totalRows}
            obstacle={props.obstacleToExport?.(state)}
          />
        )}
        <ColumnMenu columns={columns} visibility={visibility} onChange={setVisibility} />
      </div>
    </TableToolbar>
  )
  return (
    <div ref={screen} data-slot="list" className="flex min-h-0 flex-col gap-2">
      <AsOf query={init}>{hasChanges ? <Trans>Changes need a connection.</Trans> : undefined}</AsOf>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {totalCount !== undefined && (
          <span className="rounded-full bg-secondary px-2.5 py-0.5 text-sm text-secondary-foreground tabular-nums" title={t`Total`}>
            {i18n.number(totalCount)}
          </span>
        )}
        {records && addLink && (
          <Button asChild size="sm" className="ml-auto">
            <Link {...addLink}>
              <Plus aria-hidden />
              {records.addLabel}
            </Link>
          </Button>
        )}
        {init.data && (
          <div className="ml-auto flex flex-wrap gap-2 empty:hidden">
            {props.links?.({ state, init: init.data })}
            {props.actions?.({ state, init: init.data })}
          </div>
        )}
      </div>

      {props.notice}
      {props.selection ? (
        <SelectionBar selection={selecting.selection} toolbar={toolbar}>
          {init.data && props.selection.actions(selecting.selection, { state, init: init.data })}
        </SelectionBar>
      ) : (
        toolbar
      )}

      {failed !== null && <Failed error={failed.error} onRetry={retry} isRetrying={failed.isFetching} />}
      {failed === null && rows.isPending && <Waiting />}
      {isEmpty &&
        (isChanged ? (
          <Empty icon={SearchX} title={t`No results`}>
            <Button variant="outline" size="sm" onClick={reset}>
              <Trans>Clear search and filters</Trans>
            </Button>
          </Empty>
        ) : (
          <Empty icon={Inbox} title={t`Nothing here yet`}>
            {records && addLink && (
              <Button asChild size="sm">
                <Link {...addLink}>{records.addLabel}</Link>
              </Button>
            )}
          </Empty>
        ))}
      {failed === null && !rows.isPending && !isEmpty && (
        <DataTable
          title={title}
          columns={columns}
          visibility={visibility}
          rows={rows}
          state={state}
          onSort={change}
          linkOf={records?.linkOf}
          actions={actions}
          selecting={props.selection && { ...selecting, nameOf: props.selection.nameOf }}
        />
      )}
      {rows.totalRows > 0 && <TablePages totalRows={rows.totalRows} state={state} onChange={change} />}
    </div>
  )
}

function Waiting() {
  return (
    <div className="flex flex-col gap-px overflow-hidden rounded-lg border">
      {Array.from({ length: 15 }, (_, row) => (
        <div key={row} className="flex h-8 items-center bg-card px-4">
          <Skeleton className="h-4 w-full" />
        </div>
      ))}
    </div>
  )
}

/** The columns of a list that a user wants to see, stored in this browser. */
function useColumnChoice(entity: string) {
  const key = `fieldport.columns.${sessionStore.read()?.id ?? ''}.${entity}`
  const [visibility, setVisibility] = useState<ColumnVisibilityState>(() => readChoice(key))
  function choose(next: ColumnVisibilityState) {
    setVisibility(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [visibility, choose] as const
}

function readChoice(key: string): ColumnVisibilityState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries<unknown>(typeof stored === 'object' && stored !== null ? { ...stored } : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    return {}
  }
}
