/** Which pieces of everything are asked for: those in sight, their neighbours and, while one scrolls, those that will soon be in sight. */
import { pieceRows } from '../../../contract/table.ts'

/** Rows in sight, by their places in the list, and how many rows further one is expected to look soon; less than 0 on the way up. */
export type VisibleRange = { readonly first: number; readonly last: number; readonly atMs: number; readonly lead: number }

/** An answer should be there within this. */
const aheadMs = 400
const leadAtMost = 8 * pieceRows
const piecesAround = 1

export const atTop: VisibleRange = { first: 0, last: 0, atMs: 0, lead: 0 }

/** A leap over more than could be led is not a speed to go on at. */
export function nextVisibleRange(before: VisibleRange, first: number, last: number, atMs: number): VisibleRange {
  const rows = first - before.first
  const lead = Math.abs(rows) > leadAtMost ? 0 : (rows / Math.max(1, atMs - before.atMs)) * aheadMs
  return { first, last, atMs, lead: Math.min(leadAtMost, Math.max(-leadAtMost, Math.round(lead))) }
}

/** First and last piece, from 0, without regard to where the list ends. */
export function prefetchWindow({ first, last, lead }: VisibleRange): { readonly from: number; readonly to: number } {
  return {
    from: Math.max(0, Math.floor((first + Math.min(0, lead)) / pieceRows) - piecesAround),
    to: Math.floor((last + Math.max(0, lead)) / pieceRows) + piecesAround,
  }
}
