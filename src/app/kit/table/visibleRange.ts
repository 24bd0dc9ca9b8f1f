/**
 * The pieces to load while a list shows everything: the visible ones, their neighbours and, while the user scrolls, those that will be
 * visible soon.
 */
import { pieceRows } from '../../../contract/table.ts'

/** The visible rows by index, and by how many rows the view is expected to move soon; negative while scrolling up. */
export type VisibleRange = { readonly first: number; readonly last: number; readonly atMs: number; readonly lead: number }

/** The time in which a response should arrive. */
const aheadMs = 400
/** A move takes no longer than this; what passed besides since the last one was rest. */
const moveMsMax = 100
const leadAtMost = 8 * pieceRows
const piecesAround = 1

export const atTop: VisibleRange = { first: 0, last: 0, atMs: 0, lead: 0 }

/** A jump over more rows than the maximum is not scrolling. */
export function nextVisibleRange(before: VisibleRange, first: number, last: number, atMs: number): VisibleRange {
  const rows = first - before.first
  const lead = Math.abs(rows) > leadAtMost ? 0 : (rows / Math.min(moveMsMax, Math.max(1, atMs - before.atMs))) * aheadMs
  return { first, last, atMs, lead: Math.min(leadAtMost, Math.max(-leadAtMost, Math.round(lead))) }
}

/** First and last piece, counted from 0, regardless of where the list ends. */
export function prefetchWindow({ first, last, lead }: VisibleRange): { readonly from: number; readonly to: number } {
  return {
    from: Math.max(0, Math.floor((first + Math.min(0, lead)) / pieceRows) - piecesAround),
    to: Math.floor((last + Math.max(0, lead)) / pieceRows) + piecesAround,
  }
}
