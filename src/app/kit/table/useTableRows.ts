import { useThrottledValue } from '@tanstack/react-pacer/throttler'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { everything } from '../../../contract/rules.ts'
import { pieceRows, type TableInit, tableRefreshMs } from '../../../contract/table.ts'
import { queryOf } from '../../api/queryOf.ts'
import { atTop, nextVisibleRange, prefetchWindow } from './visibleRange.ts'
import { needsInit, rowsRequest, type TableApi } from './tableQueries.ts'
import type { TableState } from './tableState.ts'

const none: readonly never[] = []
/** Pieces out of view are dropped soon: a million rows would accumulate otherwise. */
const pieceKeptMs = 15_000

/**
 * The rows of a list by index: one page or, while everything is shown, the pieces around the visible rows. The first change of a search or
 * filter is sent at once, further ones at most every half second. Requests whose result is no longer needed are aborted, except for pieces:
 * during a fast scroll each one would be aborted before it arrives.
 */
export function useTableRows<Row>(api: TableApi<Row>, given: TableState, init: TableInit | undefined) {
  const [state] = useThrottledValue(given, { wait: tableRefreshMs })
  const isEverything = state.perPage === everything
  const visibleRange = useRef(atTop)
  const [pieceRange, setPieceRange] = useState(prefetchWindow(atTop))
  const onVisibleRows = useCallback((first: number, last: number) => {
    visibleRange.current = nextVisibleRange(visibleRange.current, first, last, performance.now())
    const { from, to } = prefetchWindow(visibleRange.current)
    setPieceRange((before) => (before.from === from && before.to === to ? before : { from, to }))
  }, [])

  const isReady = init !== undefined || !needsInit(state)
  const piece = (currentPage: number) => {
    const request = rowsRequest(state, { perPage: pieceRows, currentPage }, init)
    // This function ignores the signal, so that the request is not aborted.
    return { ...queryOf(api.getB122TableResults, request), queryFn: () => api.getB122TableResults(request), gcTime: pieceKeptMs }
  }

  const page = useQuery({
    ...queryOf(api.getB122TableResults, rowsRequest(state, state, init)),
    enabled: isReady && !isEverything,
    placeholderData: keepPreviousData,
  })
  // Kept in state: while the user scrolls to rows that are not loaded yet, the list must not shrink.
  const [total, setTotal] = useState(0)
  const lastPiece = Math.max(0, Math.ceil(total / pieceRows) - 1)
  const from = Math.min(lastPiece, pieceRange.from)
  const to = Math.min(lastPiece, pieceRange.to)
  const pieces = useQueries({
    queries: isEverything && isReady ? Array.from({ length: to - from + 1 }, (_, index) => piece(from + index + 1)) : [],
  })
  const latest = pieces.find(({ data }) => data !== undefined)?.data?.totalRows
  if (latest !== undefined && latest !== total) setTotal(latest)

  const lead = isEverything ? pieces[0] : page
  return {
    rowCount: isEverything ? total : (page.data?.items.length ?? 0),
    totalRows: isEverything ? total : (page.data?.totalRows ?? 0),
    rowAt: (index: number): Row | undefined =>
      isEverything
        ? (pieces[Math.floor(index / pieceRows) - from]?.data?.items ?? none)[index % pieceRows]
        : (page.data?.items ?? none)[index],
    onVisibleRows,
    isEverything,
    isPending: isEverything ? total === 0 && (lead?.isPending ?? true) : page.isPending,
    /** Old rows are shown while new ones load. */
    isStale: state !== given || (!isEverything && page.isPlaceholderData),
    isFetching: isEverything ? pieces.some(({ isFetching }) => isFetching) : page.isFetching,
    error: (isEverything ? pieces.find(({ error }) => error !== null) : page)?.error ?? null,
    refetch: () => void lead?.refetch(),
  }
}
