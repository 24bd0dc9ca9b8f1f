import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, LogOut, type LucideIcon, Smartphone, UserRoundKey } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Entrance } from '../Entrance.tsx'
import { useSignOut } from '../account/useSignOut.tsx'
import type { NewCodes } from './addFactorDialog.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useAddFactor } from './useAddFactor.tsx'
import { usePasskeyHindrance } from './usePasskeyHindrance.tsx'

type EnrolFactorProps = {
  session: LoginSession
  /** Of the factor that was just added, until they are kept. */
  newCodes: readonly string[] | null
  onAdded: (codes: NewCodes) => void
  /** The account has a factor, and its codes are kept. */
  onDone: () => void
}

/** In place of every screen while staff must add a second factor. The address stays, so that they go on there. */
export function EnrolFactor({ session: { username }, newCodes, onAdded, onDone }: EnrolFactorProps) {
  const { t } = useLingui()
  const { leave, isLeaving, question } = useSignOut()
  const hindrance = usePasskeyHindrance()
  const adding = useAddFactor((_, codes) => onAdded(codes))
  useAddedElsewhere({ isBusy: adding.isAdding || newCodes !== null, onDone })
  usePageTitle(t`Add a second factor`)
  return (
    <Entrance
      title={<Trans>Add a second factor</Trans>}
      introduction={
        <Trans>
          <span className="font-medium wrap-anywhere text-foreground">{username}</span> may change the data of others, so a password alone
          is too little: it can be guessed or stolen.
        </Trans>
      }
    >
      <div className="flex flex-col gap-3">
        {hindrance === null ? (
          <Choice
            icon={UserRoundKey}
            title={<Trans>Add a passkey</Trans>}
            badge={<Trans>Recommended</Trans>}
            description={<Trans>Sign in with your fingerprint, your face, a PIN or a security key.</Trans>}
            onChoose={() => adding.add('passkey')}
          />
        ) : (
          <p className="text-sm text-pretty text-muted-foreground">{hindrance}</p>
        )}
        <Choice
          icon={Smartphone}
          title={<Trans>Add an authenticator app</Trans>}
          description={<Trans>Type six digits that an app on your phone shows.</Trans>}
          onChoose={() => adding.add('totp')}
        />
      </div>
      <Button variant="link" size="inline" className="self-start" isBusy={isLeaving} onClick={leave}>
        {!isLeaving && <LogOut aria-hidden />}
        <Trans>Sign out</Trans>
      </Button>
      {question}
      {adding.dialog}
      {newCodes !== null && <RecoveryCodesDialog codes={newCodes} username={username} onKept={onDone} />}
    </Entrance>
  )
}

/** Goes on where a factor was added in another browser: the session here knows nothing of it. */
function useAddedElsewhere({ isBusy, onDone }: { isBusy: boolean; onDone: () => void }): void {
  const own = useQuery({ ...queryOf(api.secondFactor.getOwn), staleTime: 0, refetchOnWindowFocus: 'always' })
  const isAdded = !isBusy && own.isSuccess && own.data.factors.length > 0
  useEffect(() => {
    if (isAdded) onDone()
  }, [isAdded, onDone])
}

type ChoiceProps = { icon: LucideIcon; title: ReactNode; badge?: ReactNode; description: ReactNode; onChoose: () => void }

function Choice({ icon: Icon, title, badge, description, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className="flex items-center gap-4 rounded-xl border bg-card p-4 text-left shadow-card transition-colors hover:bg-accent"
      onClick={onChoose}
    >
      <Icon aria-hidden className="size-6 shrink-0 text-primary" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{title}</span> {badge !== undefined && <Badge variant="success">{badge}</Badge>}
        </span>
        <span className="block text-sm text-pretty text-muted-foreground">{description}</span>
      </span>
      <ChevronRight aria-hidden className="size-4.5 shrink-0 text-muted-foreground" />
    </button>
  )
}
