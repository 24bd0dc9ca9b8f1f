import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPacer } from './afterPaint.ts'

type Value = { readonly phase: string; readonly at: number }

let paint: (() => void) | null
beforeEach(() => {
  vi.useFakeTimers()
  paint = null
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    paint = callback
    return 0
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function pacer() {
  const shown: Value[] = []
  const pace = createPacer<Value>(
    (value) => shown.push(value),
    (value, before) => value.phase !== before?.phase,
  )
  return { pace: (phase: string, at: number) => pace({ phase, at }), seen: () => shown.map(({ phase, at }) => `${phase} ${at}`) }
}

/** Lets the page paint and runs the task after it. */
function painted(): void {
  paint?.()
  vi.advanceTimersByTime(0)
}

it('passes the next value on after the last one was painted, and skips those in between', () => {
  const { pace, seen } = pacer()
  for (const at of [1, 2, 3]) pace('programming', at)
  expect(seen()).toEqual(['programming 1'])
  painted()
  expect(seen()).toEqual(['programming 1', 'programming 3'])
  painted()
  expect(seen()).toHaveLength(2)
  pace('programming', 4)
  expect(seen().at(-1)).toBe('programming 4')
})

it('passes urgent values on at once, and drops what was waiting', () => {
  const { pace, seen } = pacer()
  pace('erasing', 1)
  pace('erasing', 2)
  pace('programming', 3)
  painted()
  expect(seen()).toEqual(['erasing 1', 'programming 3'])
})

it('continues by a timer when the page is hidden or does not paint', () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const { pace, seen } = pacer()
  pace('programming', 1)
  pace('programming', 2)
  vi.advanceTimersByTime(200)
  expect(seen()).toEqual(['programming 1', 'programming 2'])
  vi.stubGlobal('document', { visibilityState: 'visible' })
  vi.advanceTimersByTime(200)
  pace('programming', 3)
  pace('programming', 4)
  vi.advanceTimersByTime(1_000)
  expect(seen().at(-1)).toBe('programming 4')
})
