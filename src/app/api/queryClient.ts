/** Server state and how it is fetched again. Loaded with the layouts; knows no call by name. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { asAppError } from '../../errors.ts'
import { toastErrorMs } from '../../contract/rules.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { sessionStore } from './sessionStore.ts'
import { errorMessages } from './errorMessages.ts'

const maxRetries = 2

/** Nobody answered, or somebody said "not now": worth another try. Anything else would be the same again. */
export function isServerAway(error: unknown): boolean {
  const { code } = asAppError(error)
  return code === 'network.offline.error' || code === 'service.unavailable.error'
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `showsItsErrors`: it says itself what went wrong, a failure of the server included. */
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
      // The browser's idea of being online is often wrong; a call that fails says so itself, and the state "offline" is then drawn.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

let userId = sessionStore.read()?.id

// Somebody signed in or out, here or in another tab: nothing of one person may stay for the next.
sessionStore.subscribe(() => {
  // A view as a customer waits for no later sign-in of the same administrator.
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
  // Imported here because the sign-in screen does not load it; retried, so that no failure stays unsaid.
  const { toast } = await importWithRetry(() => import('sonner'))
  toast.error(i18n._(errorMessages[code]), {
    id: code,
    duration: toastErrorMs,
    // By it support finds the line in the server's log.
    ...(failure.requestId !== undefined && { description: t`Request ${failure.requestId}` }),
  })
}
