import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, type LucideIcon, Smartphone, UserRoundKey } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Factor } from '../../../contract/secondFactor.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { ActionButton } from '../../kit/dialogs/ActionButton.tsx'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { useImpersonation } from '../../session/impersonation.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx'
import { cn } from '../../ui/cn.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFocusByAnchor } from '../useFocusByAnchor.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { useAddFactor } from './useAddFactor.tsx'
import { usePasskeyHindrance } from './usePasskeyHindrance.tsx'

/** The own second factors and recovery codes. `username` is the own address. */
export function FactorCard({ username }: { username: string }) {
  const { t } = useLingui()
  const isReadOnly = useImpersonation() !== null
  const own = useQuery({ ...queryOf(api.secondFactor.getOwn), staleTime: 0 })
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const card = useFocusByAnchor('secondFactors')
  const adding = useAddFactor((kind, codes) => {
    sessionStore.writeFactorDue(undefined)
    setNewCodes(codes)
    // With codes, a dialog follows, which a toast would cover on a small screen.
    if (codes === null) toast.success(kind === 'passkey' ? t`Passkey added` : t`Authenticator app added`)
  })
  const factors = own.data?.factors ?? []
  const isOnly = factors.length === 1
  const mustKeep = isOnly && own.data?.isRequired === true
  return (
    <section ref={card} id="secondFactors" aria-labelledby="secondFactors-title" tabIndex={-1} className="scroll-mt-20 rounded-xl">
      <Card>
        <CardHeader>
          <CardTitle id="secondFactors-title">
            <Trans>Second factors</Trans>
          </CardTitle>
          <CardDescription>
            <Trans>They protect your account even if somebody learns your password: signing in then asks for one of them too.</Trans>
          </CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          {own.isPending && <Skeleton className="h-20 w-full" />}
          {own.isError && !own.data && <FailedQuery query={own} />}
          {own.data && factors.length === 0 && (
            <p className="text-sm text-muted-foreground">
              <Trans>None yet.</Trans>
            </p>
          )}
          {factors.length > 0 && (
            <ul className="flex flex-col divide-y">
              {factors.map((factor) => (
                <FactorRow key={factor.id} factor={factor} isLast={isOnly} mayRemove={!isReadOnly && !mustKeep} />
              ))}
            </ul>
          )}
          {mustKeep && !isReadOnly && (
            <p className="text-sm text-pretty text-muted-foreground">
              <Trans>Your role needs a second factor. To remove this one, add another one first.</Trans>
            </p>
          )}
          {own.data && factors.length > 0 && (
            <RecoveryCodesLeft left={own.data.recoveryCodesLeft} isReadOnly={isReadOnly} onMade={setNewCodes} />
          )}
          {own.data && !isReadOnly && <AddFactorButtons onAdd={adding.add} />}
        </CardContent>
      </Card>
      {adding.dialog}
      {newCodes !== null && <RecoveryCodesDialog codes={newCodes} username={username} returnTo={card} onKept={() => setNewCodes(null)} />}
    </section>
  )
}

/** French is wider than a small phone. */
const wrapping = 'max-sm:h-auto max-sm:min-h-10 max-sm:max-w-full max-sm:shrink max-sm:py-1.5 max-sm:text-left max-sm:whitespace-normal'

function AddFactorButtons({ onAdd }: { onAdd: (kind: Factor['kind']) => void }) {
  const hindrance = usePasskeyHindrance()
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        {hindrance === null && (
          <Button variant="outline" className={wrapping} onClick={() => onAdd('passkey')}>
            <UserRoundKey aria-hidden />
            <Trans>Add a passkey</Trans>
          </Button>
        )}
        <Button variant="outline" className={wrapping} onClick={() => onAdd('totp')}>
          <Smartphone aria-hidden />
          <Trans>Add an authenticator app</Trans>
        </Button>
      </div>
      {hindrance !== null && <p className="text-sm text-pretty text-muted-foreground">{hindrance}</p>}
    </div>
  )
}

/** From here on somebody should think of new ones. */
const fewCodes = 2

type RecoveryCodesLeftProps = { left: number; isReadOnly: boolean; onMade: (codes: readonly string[]) => void }

function RecoveryCodesLeft({ left, isReadOnly, onMade }: RecoveryCodesLeftProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-5">
      <LifeBuoy aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-48">
        <p className={cn('font-medium', left <= fewCodes && 'text-warning')}>
          <Plural value={left} _0="No recovery code left" one="# recovery code left" other="# recovery codes left" />
        </p>
        <p className="text-sm text-pretty text-muted-foreground">
          <Trans>One of them takes the place of a second factor that you do not have at hand.</Trans>
        </p>
      </div>
      {!isReadOnly && <MakeCodes onMade={onMade} />}
    </div>
  )
}

function MakeCodes({ onMade }: Pick<RecoveryCodesLeftProps, 'onMade'>) {
  const { t } = useLingui()
  return (
    <ActionButton
      className="max-sm:ml-9"
      asks={{
        title: t`Make new recovery codes?`,
        description: t`Those that you have now will no longer work.`,
        action: t`Make new codes`,
      }}
      // Handed on at once: nothing else may hold them.
      send={() => api.secondFactor.makeRecoveryCodes().then(({ recoveryCodes }) => onMade(recoveryCodes))}
      refetch={api.secondFactor.getOwn.queryKey}
    >
      <Trans>Make new recovery codes</Trans>
    </ActionButton>
  )
}

const icons: Readonly<Record<Factor['kind'], LucideIcon>> = { passkey: UserRoundKey, totp: Smartphone }

/** Stays at the end of a line. */
const separator = '\u00a0· '

/** `isLast`: no other is left, and the recovery codes go with it. */
type FactorRowProps = { factor: Factor; isLast: boolean; mayRemove: boolean }

function FactorRow({ factor, isLast, mayRemove }: FactorRowProps) {
  const { t } = useLingui()
  const { kind, name, createdAt, lastUsedAt } = factor
  const Icon = icons[kind]
  const kinds = { passkey: t`Passkey`, totp: t`Authenticator app` }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-pretty text-muted-foreground">
          {[
            kinds[kind],
            t`Added on ${formatDate(createdAt)}`,
            lastUsedAt === null ? t`Not used yet` : t`Last used ${formatDateTime(lastUsedAt)}`,
          ].join(separator)}
        </p>
      </div>
      {mayRemove && <RemoveFactor factor={factor} isLast={isLast} />}
    </li>
  )
}

function RemoveFactor({ factor: { id, kind, name }, isLast }: Pick<FactorRowProps, 'factor' | 'isLast'>) {
  const { t } = useLingui()
  const kept =
    kind === 'passkey' ? t`Your device may still offer the passkey; you can delete it there.` : t`You can then delete it in the app.`
  const without = t`It is your only second factor: your recovery codes go with it, and signing in no longer asks for one.`
  const description = isLast ? without : t`You can no longer sign in with it. ${kept}`
  return (
    <ActionButton
      aria-label={t`Remove ${name}`}
      asks={{ title: t`Remove “${name}”?`, description, action: t`Remove` }}
      send={() => api.secondFactor.remove({ params: { id } }).then(() => t`Second factor removed`)}
      refetch={api.secondFactor.getOwn.queryKey}
    >
      <Trans>Remove</Trans>
    </ActionButton>
  )
}
