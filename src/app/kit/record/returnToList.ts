/**
 * Of some entities, a record that cannot be loaded or saved because of a 401 or 404 leads back to their list, with the server's message (the
 * specification, section 8).
 */
import { i18n } from '@lingui/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { toastErrorMs } from '../../../contract/rules.ts'
import { asAppError } from '../../../errors.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'
import { errorMessageOf } from '../../i18n/errorMessageOf.ts'
import { listLink } from './recordLinks.ts'

/** Not without a session: the sign-in opens by itself, and leads back to the record. */
export function leadsToList(error: unknown): boolean {
  const { status } = asAppError(error)
  return status === 404 || (status === 401 && sessionStore.read() !== null)
}

/** Sonner comes with the layouts; the routes, which every visitor loads, do not wait for it. */
export async function toastReason(error: unknown): Promise<void> {
  const { code } = asAppError(error)
  const { toast } = await importWithRetry(() => import('sonner'))
  toast.error(i18n._(errorMessageOf(code)), { id: code, duration: toastErrorMs })
}

/** For forms. Their unsaved changes cannot be saved any more, so nobody is asked about them. */
export function useReturnToList(entity: RecordEntity): (error: unknown) => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return (error) => {
    void toastReason(error)
    void queryClient.invalidateQueries({ queryKey: [entity], refetchType: 'none' })
    void navigate({ ...listLink(entity), ignoreBlocker: true })
  }
}
