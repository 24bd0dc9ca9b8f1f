import { describe, expect, it } from 'vitest'
import { createRows } from './browserStore.ts'

describe('rows in a browser whose store fails', () => {
  it('are held in memory when the disk is full, next to those already on disk', async () => {
    const written = { idempotencyKey: 'old', sequence: 1 }
    const full = createRows<{ idempotencyKey: string }>({
      all: async () => [written],
      add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      replace: async () => {},
      delete: async () => {},
    })
    await full.add({ idempotencyKey: 'new' })
    expect(await full.all()).toEqual([written, { idempotencyKey: 'new', sequence: -1 }])
  })

  it('take the place of one that is on disk by one step, and of one in memory', async () => {
    const steps: unknown[] = []
    const disk = createRows<{ text: string }>({
      all: async () => [],
      add: (row, instead) => Promise.resolve(steps.push([row, instead]) + 6),
      replace: async () => {},
      delete: async () => {},
    })
    expect(await disk.renew({ text: 'typed', sequence: 3 })).toEqual({ text: 'typed', sequence: 7 })
    expect(steps).toEqual([[{ text: 'typed' }, 3]])
    const memory = createRows<{ text: string }>(null)
    const { sequence } = await memory.add({ text: 'ty' })
    await memory.renew({ text: 'typed', sequence })
    expect(await memory.all()).toEqual([{ text: 'typed', sequence: -2 }])
  })
})
