import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { Button } from '../../../ui/button.tsx'
import { Loaded } from './Loaded.tsx'

/** Where the user is signed in. Staff end one session, or all of them. */
export function UserSessions({ userId }: { userId: number }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const params = { id: userId }
  const sessions = useQuery({ ...queryOf(api.user.getSessions, { params }), staleTime: 0 })
  const ending = useMutation({
    mutationFn: (sessionId: string | undefined) => api.user.endSessions({ params, body: sessionId === undefined ? {} : { sessionId } }),
    onError: useRefusalToast(useChangeErrorText()),
    onSettled: () => queryClient.invalidateQueries(),
  })
  const nameOf = (browser: string | null, system: string | null) =>
    browser === null ? t`Unknown browser` : system === null ? browser : t`${browser} on ${system}`

  async function askAndEndAll() {
    const isSure = await ask({
      title: t`Sign this person out everywhere?`,
      description: t`They sign in again with their password. What they are typing elsewhere may be lost.`,
      action: t`Sign out everywhere`,
    })
    if (isSure) ending.mutate(undefined)
  }
  return (
    <>
      <Loaded query={sessions} label={t`Sessions`} empty={<Trans>Not signed in anywhere.</Trans>}>
        {({ id, browser, system, startedAt, lastUsedAt, isCurrent }) => {
          const name = nameOf(browser, system)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 basis-56">
                {name}{' '}
                <span className="text-muted-foreground tabular-nums">
                  <Trans>Last used {formatDateTime(lastUsedAt)}</Trans>
                </span>
              </span>
              {!isCurrent && (
                <Button
                  variant="outline"
                  size="sm"
                  isBusy={ending.isPending && ending.variables === id}
                  onClick={() => ending.mutate(id)}
                  aria-label={t`Sign out ${name}, signed in since ${formatDateTime(startedAt)}`}
                >
                  <Trans context="another browser">Sign out</Trans>
                </Button>
              )}
            </li>
          )
        }}
      </Loaded>
      {(sessions.data?.length ?? 0) > 1 && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => void askAndEndAll()}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      )}
      {question}
    </>
  )
}
