import { expect, it } from 'vitest'
import { formatDate, formatDateTime } from './formatDate.ts'

it('writes dates day first in every language [T58]', () => {
  const localNoon = new Date(2026, 10, 3, 12, 5).toISOString()
  expect(formatDate(localNoon)).toBe('03/11/2026')
  expect(formatDateTime(localNoon)).toBe('03/11/2026 12:05')
})
