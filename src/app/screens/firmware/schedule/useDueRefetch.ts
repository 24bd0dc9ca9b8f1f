import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dueDelayMs } from './dueDelay.ts'

/** Loads the release anew when its step is due, until it is known what became of it. `at`: null where nothing waits. */
export function useDueRefetch(at: string | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (at === null) return undefined
    const untilDueMs = () => Date.parse(at) - Date.now()
    let timer = setTimeout(look, dueDelayMs(untilDueMs()))
    function look() {
      if (untilDueMs() <= 0)
        void queryClient.invalidateQueries({ predicate: ({ queryKey: [entity] }) => entity === 'release' || entity === 'firmware' })
      timer = setTimeout(look, dueDelayMs(untilDueMs()))
    }
    return () => clearTimeout(timer)
  }, [at, queryClient])
}
