import { describe, expect, it } from 'vitest'
import { pieceRows } from '../../../contract/table.ts'
import { atTop, nextVisibleRange, prefetchWindow } from './visibleRange.ts'

describe('of everything, a reader', () => {
  it('who has just come gets the first piece and the next', () => {
    expect(prefetchWindow(atTop)).toEqual({ from: 0, to: 1 })
  })

  it('who reads has the neighbours of what is in sight', () => {
    expect(prefetchWindow({ first: 5 * pieceRows + 10, last: 5 * pieceRows + 40, atMs: 0, lead: 0 })).toEqual({ from: 4, to: 6 })
  })

  it('who scrolls down gets what will be in sight when it has come, too', () => {
    const range = nextVisibleRange({ first: 1_000, last: 1_030, atMs: 0, lead: 0 }, 1_080, 1_110, 16)
    expect(range.lead).toBe(2_000)
    expect(prefetchWindow(range)).toEqual({ from: 1, to: 7 })
  })

  it('who scrolls up gets what is above', () => {
    const range = nextVisibleRange({ first: 6_080, last: 6_110, atMs: 0, lead: 0 }, 6_000, 6_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 7, to: 13 })
  })

  it('who scrolls faster than can be answered gets eight pieces more, not all', () => {
    const range = nextVisibleRange({ first: 1_000, last: 1_030, atMs: 0, lead: 0 }, 4_000, 4_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 7, to: 17 })
  })

  it('who leaps gets what is there, and is not followed at that speed', () => {
    const range = nextVisibleRange({ first: 0, last: 30, atMs: 0, lead: 0 }, 90_000, 90_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 179, to: 181 })
  })
})
