import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPacer } from './pacer.ts'

type Value = { readonly phase: string; readonly at: number }

let paint: (() => void) | null
beforeEach(() => {
  vi.useFakeTimers()
  paint = null
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

/** Lets the page paint, `tookMs` after it was given something to draw, and runs the task after it. */
function painted(tookMs: number): void {
  vi.advanceTimersByTime(tookMs)
  paint?.()
  vi.advanceTimersByTime(0)
}

it('leaves nine times as long free as a drawing took, and skips what came meanwhile', () => {
  const { pace, seen } = pacer()
  for (const at of [1, 2, 3]) pace('programming', at)
  painted(40)
  vi.advanceTimersByTime(359)
  expect(seen()).toEqual(['programming 1'])
  pace('programming', 4)
  vi.advanceTimersByTime(1)
  expect(seen()).toEqual(['programming 1', 'programming 4'])
  painted(10)
  vi.advanceTimersByTime(90)
  expect(seen()).toHaveLength(2)
  pace('programming', 5)
  expect(seen().at(-1)).toBe('programming 5')
})

it('passes urgent values on at once, and drops what was waiting', () => {
  const { pace, seen } = pacer()
  pace('erasing', 1)
  pace('erasing', 2)
  pace('programming', 3)
  painted(10)
  pace('completing', 4)
  expect(seen()).toEqual(['erasing 1', 'programming 3', 'completing 4'])
})

it('waits for five seconds at most after a drawing, and for one second for a page that does not paint', () => {
  const { pace, seen } = pacer()
  pace('programming', 1)
  pace('programming', 2)
  painted(900)
  vi.advanceTimersByTime(5_000)
  expect(seen()).toEqual(['programming 1', 'programming 2'])
  pace('programming', 3)
  vi.advanceTimersByTime(5_999)
  expect(seen()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(seen().at(-1)).toBe('programming 3')
})
