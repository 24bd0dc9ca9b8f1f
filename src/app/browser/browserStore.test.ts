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
})
