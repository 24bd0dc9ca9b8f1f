import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect } from 'react'
import type { useTableRows } from './useTableRows.ts'

/** As the table's classes have them, borders included. */
const headHeightPx = 40
const rowHeightPx = 41
const overscanRows = 12
/** Taller than 2^25 px Chromium makes nothing. Of more rows than fit, each takes less of the scrollbar than of the screen. */
const scrolledAtMostPx = 32_000_000

type VisibleRows = {
  /** Places in the list, `end` not included. */
  readonly start: number
  readonly end: number
  /** Where everything is shown: how tall all of it is, and the part that is drawn, in pixels. */
  readonly scrolled: { readonly totalPx: number; readonly offsetPx: number; readonly renderedPx: number } | null
}

/** A page is drawn whole; of everything, what can be seen and a little around it. */
export function useVisibleRows<Row>(
  { isEverything, rowCount, onVisibleRows }: ReturnType<typeof useTableRows<Row>>,
  frame: RefObject<HTMLElement | null>,
): VisibleRows {
  const stepPx = Math.min(rowHeightPx, scrolledAtMostPx / rowCount)
  // oxlint-disable-next-line react/incompatible-library -- what it gives is read at once, and there is no React Compiler here
  const virtual = useVirtualizer({
    count: isEverything ? rowCount : 0,
    getScrollElement: () => frame.current,
    estimateSize: () => stepPx,
    overscan: overscanRows,
  })
  const items = virtual.getVirtualItems()
  const start = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  // Before the rows are painted: one frame more in which they may come.
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
      renderedPx: headHeightPx + items.length * rowHeightPx,
    },
  }
}
