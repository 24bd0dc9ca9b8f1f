/** Files of a project without isolation share their globals: what one has replaced and forgotten would meet the next. */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
