import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect } from 'react'
import { useMediaQuery } from '../../browser/useMediaQuery.ts'
import type { useTableRows } from './useTableRows.ts'

/** Must match the table's classes, borders included. */
const headHeightPx = 30
const rowHeightPx = { mouse: 32, finger: 44 }
const overscanRows = 4
/** Chromium limits elements to 2^25 px. With more rows than fit, a row takes less of the scroll height than of the screen. */
const scrolledAtMostPx = 32_000_000

type VisibleRows = {
  /** Indexes in the list; `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** If everything is shown: the total height, the offset and the height of the rendered part. */
  readonly scrolled: { readonly totalPx: number; readonly offsetPx: number; readonly renderedPx: number } | null
}

/** The rows to render: a whole page or, of everything, the visible rows and some around them. */
export function useVisibleRows(
  { isEverything, rowCount, onVisibleRows }: Pick<ReturnType<typeof useTableRows>, 'isEverything' | 'rowCount' | 'onVisibleRows'>,
  frame: RefObject<HTMLElement | null>,
): VisibleRows {
  const heightPx = useMediaQuery('(pointer: coarse)') ? rowHeightPx.finger : rowHeightPx.mouse
  const stepPx = Math.min(heightPx, scrolledAtMostPx / rowCount)
  // oxlint-disable-next-line react/incompatible-library -- its values are read at once, and there is no React Compiler here
  const virtual = useVirtualizer({
    count: isEverything ? rowCount : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => stepPx,
    overscan: overscanRows,
  })
  const items = virtual.getVirtualItems()
  const start = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  // Before painting, so that the request starts a frame earlier.
  useLayoutEffect(() => {
    if (isEverything) onVisibleRows(start, last)
  }, [isEverything, start, last, onVisibleRows])
  if (!isEverything) return { start: 0, end: rowCount, scrolled: null }
  return {
    start,
    end: start + items.length,
    scrolled: {
      totalPx: headHeightPx + virtual.getTotalSize(),
      offsetPx: start * stepPx,
      renderedPx: headHeightPx + items.length * heightPx,
    },
  }
}
