/** Server state and how it is fetched again. Loaded with the layouts; knows no call by name. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { asAppError } from '../../errors.ts'
import { toastErrorMs } from '../../contract/rules.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { errorMessageOf } from '../i18n/errorMessageOf.ts'
import { sessionStore } from './sessionStore.ts'

const maxRetries = 2

/** The server gave no answer, or 503: another try may succeed. Any other failure would repeat. */
export function isServerAway(error: unknown): boolean {
  const { code } = asAppError(error)
  return code === 'network.offline.error' || code === 'service.unavailable.error'
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `showsItsErrors`: the caller shows every error itself, also a failure of the server. */
    mutationMeta: { readonly showsItsErrors?: boolean }
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void toastServerFailure(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, { meta }) => void (meta?.showsItsErrors === true || toastServerFailure(error)),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < maxRetries && isServerAway(error),
      // `navigator.onLine` is often wrong. The app shows that it is offline once a call has failed.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

let userId = sessionStore.read()?.id

// Somebody signed in or out, here or in another tab: nothing of one person may stay for the next.
sessionStore.subscribe(() => {
  // Signing out ends a view as a customer: the administrator's next sign-in does not resume it.
  if (sessionStore.readOwn() === null) sessionStore.endImpersonation()
  const id = sessionStore.read()?.id
  if (id === userId) return
  userId = id
  queryClient.clear()
})

/** Shows one toast for a 500, with the id of the latest failed request (the specification, section 8). Screens show other errors in place. */
async function toastServerFailure(error: unknown): Promise<void> {
  const failure = asAppError(error)
  const { code } = failure
  if (code !== 'internal.server.error') return
  // Imported here because the sign-in screen does not load it. Retried, so that every failure is shown.
  const { toast } = await importWithRetry(() => import('sonner'))
  toast.error(i18n._(errorMessageOf(code)), {
    id: code,
    duration: toastErrorMs,
    // Support finds the line in the server's log by this id.
    ...(failure.requestId !== undefined && { description: t`Request ${failure.requestId}` }),
  })
}
