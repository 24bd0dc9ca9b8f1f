import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionStore } from '../../../api/sessionStore.ts'
import { startOutbox, useOutbox } from '../../../outbox/appOutbox.ts'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { accessoriesKey, offeredKey, productUpdatesKey, userProductsKey } from '../../../update/ownQueries.ts'

/** Resumes what an earlier visit has left, and refreshes the lists when the outbox has sent something. */
export function useResume(): void {
  const queryClient = useQueryClient()
  const { sentCount } = useOutbox()
  useEffect(() => {
    startOutbox()
    void updateFlow.resume()
    return sessionStore.subscribe(() => void updateFlow.resume())
  }, [])
  useEffect(() => {
    if (sentCount === 0) return
    void queryClient.invalidateQueries({ queryKey: productUpdatesKey })
    void queryClient.invalidateQueries({ queryKey: userProductsKey })
    void queryClient.invalidateQueries({ queryKey: accessoriesKey })
    // What may be finished depends on what is recorded.
    void queryClient.invalidateQueries({ queryKey: offeredKey })
  }, [sentCount, queryClient])
}
