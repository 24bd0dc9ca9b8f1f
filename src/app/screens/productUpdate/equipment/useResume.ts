import { useEffect } from 'react'
import { sessionStore } from '../../../api/sessionStore.ts'
import { startOutbox } from '../../../outbox/appOutbox.ts'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'

/** Resumes what an earlier visit has left. */
export function useResume(): void {
  useEffect(() => {
    startOutbox()
    void updateFlow.resume()
    return sessionStore.subscribe(() => void updateFlow.resume())
  }, [])
}
