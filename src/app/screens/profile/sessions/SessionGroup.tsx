import { Trans, useLingui } from '@lingui/react/macro'
import { MonitorSmartphone } from 'lucide-react'
import { useId } from 'react'
import type { SignInMethod } from '../../../../contract/rules.ts'
import type { Session } from '../../../../contract/session.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import type { BrowserSessions } from './groupSessions.ts'

type SessionGroupProps = Pick<BrowserSessions, 'sessions'> & { readonly isReadOnly: boolean }

/** One browser and the sign-ins in it. A single one is a single row. */
export function SessionGroup({ sessions, isReadOnly }: SessionGroupProps) {
  const { t } = useLingui()
  const nameId = useId()
  const [first] = sessions
  const { browser, system } = newestOf(sessions)
  const name = browser === null ? t`Unknown browser` : system === null ? browser : t`${browser} on ${system}`
  const isSingle = sessions.length === 1
  const hasEnd = (session: Session) => !isReadOnly && !session.isCurrent
  return (
    <li className="flex gap-4 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <div className={line}>
          <div className={lineText}>
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              <span id={nameId} className="wrap-anywhere">
                {name}
              </span>
              {first.isCurrent && (
                <Badge variant="success">
                  <Trans>This browser</Trans>
                </Badge>
              )}
            </p>
            {isSingle ? <SignInFacts session={first} /> : <LastUsed sessions={sessions} />}
          </div>
          {isSingle && hasEnd(first) && <EndSession session={first} name={name} />}
        </div>
        {!isSingle && (
          <ul aria-labelledby={nameId} className="mt-2 flex flex-col divide-y border-t">
            {sessions.map((session) => (
              <li key={session.id} className={cn(line, 'py-2 last:pb-0')}>
                <div className={lineText}>
                  <SignInFacts session={session} />
                </div>
                {hasEnd(session) && <EndSession session={session} name={name} />}
                {session.isCurrent && (
                  <p className="text-sm font-medium">
                    <Trans>Current session</Trans>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

/** On a phone the button comes beneath the text. */
const line = 'flex flex-wrap items-center gap-x-4 gap-y-2'
const lineText = 'min-w-0 flex-1 basis-56'

function LastUsed({ sessions }: Pick<BrowserSessions, 'sessions'>) {
  const [last = ''] = sessions.map(({ lastUsedAt }) => lastUsedAt).toSorted((one, other) => other.localeCompare(one))
  return (
    <p className="text-sm text-muted-foreground">
      <Trans>Last used {formatDateTime(last)}</Trans>
    </p>
  )
}

/** Its system may have been upgraded since the others. */
function newestOf(sessions: BrowserSessions['sessions']): Session {
  return sessions.reduce((newest, session) => (session.startedAt > newest.startedAt ? session : newest))
}

/** `name`: of its browser. */
function EndSession({ session: { id, startedAt }, name }: { session: Session; name: string }) {
  const { t } = useLingui()
  return (
    <ActionButton
      send={() => api.session.end({ params: { id } }).then(() => undefined, throwUnlessEnded)}
      refetch={api.session.getOwn.queryKey}
      aria-label={t`Sign out ${name}, signed in since ${formatDateTime(startedAt)}`}
    >
      <Trans context="another browser">Sign out</Trans>
    </ActionButton>
  )
}

function throwUnlessEnded(error: unknown): void {
  if (asAppError(error).code !== 'resource.not.found') throw error
}

/** How somebody has signed in, if that is known, since when, and the last use. */
function SignInFacts({ session: { method, startedAt, lastUsedAt } }: { session: Session }) {
  const { t } = useLingui()
  const methods = useSignInMethods()
  return (
    <p className="text-sm text-pretty text-muted-foreground">
      {method !== null && <Fact>{methods[method]}</Fact>}
      <Fact>{t`Since ${formatDateTime(startedAt)}`}</Fact>
      <span className="inline-block">
        <Trans>Last used {formatDateTime(lastUsedAt)}</Trans>
      </span>
    </p>
  )
}

/** One that another follows. Lines break between facts. */
function Fact({ children }: { children: string }) {
  return (
    <>
      <span className="inline-block">{`${children}\u00a0·`}</span>{' '}
    </>
  )
}

function useSignInMethods(): Readonly<Record<SignInMethod, string>> {
  const { t } = useLingui()
  return {
    password: t`Password`,
    sms: t`Password and SMS code`,
    totp: t`Password and authenticator app`,
    recoveryCode: t`Password and recovery code`,
    secondPasskey: t`Password and passkey`,
    passkey: t`Passkey`,
  }
}
