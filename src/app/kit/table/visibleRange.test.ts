import { describe, expect, it } from 'vitest'
import { pieceRows } from '../../../contract/table.ts'
import { atTop, nextVisibleRange, prefetchWindow } from './visibleRange.ts'

describe('while a list shows everything', () => {
  it('starts with the first two pieces', () => {
    expect(prefetchWindow(atTop)).toEqual({ from: 0, to: 1 })
  })

  it('loads the visible piece and its neighbours', () => {
    expect(prefetchWindow({ first: 5 * pieceRows + 10, last: 5 * pieceRows + 40, atMs: 0, lead: 0 })).toEqual({ from: 4, to: 6 })
  })

  it('loads ahead what will be visible soon while scrolling down', () => {
    const range = nextVisibleRange({ first: 1_000, last: 1_030, atMs: 0, lead: 0 }, 1_080, 1_110, 16)
    expect(range.lead).toBe(2_000)
    expect(prefetchWindow(range)).toEqual({ from: 1, to: 7 })
  })

  it('loads ahead upwards on scrolling up', () => {
    const range = nextVisibleRange({ first: 6_080, last: 6_110, atMs: 0, lead: 0 }, 6_000, 6_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 7, to: 13 })
  })

  it('loads ahead from the first move after a rest', () => {
    const range = nextVisibleRange({ first: 1_000, last: 1_030, atMs: 0, lead: 0 }, 1_500, 1_530, 60_000)
    expect(range.lead).toBe(2_000)
  })

  it('loads at most eight more pieces on scrolling fast', () => {
    const range = nextVisibleRange({ first: 1_000, last: 1_030, atMs: 0, lead: 0 }, 4_000, 4_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 7, to: 17 })
  })

  it('loads only the target of a jump', () => {
    const range = nextVisibleRange({ first: 0, last: 30, atMs: 0, lead: 0 }, 90_000, 90_030, 16)
    expect(prefetchWindow(range)).toEqual({ from: 179, to: 181 })
  })
})
