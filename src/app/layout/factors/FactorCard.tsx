import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { useImpersonation } from '../../session/impersonation.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFocusByAnchor } from '../useFocusByAnchor.ts'
import { AddFactorButtons } from './AddFactorButtons.tsx'
import { FactorRow } from './FactorRow.tsx'
import { factorsAnchor } from './factorsAnchor.ts'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryCodesLeft } from './RecoveryCodesLeft.tsx'
import { useAddFactor } from './useAddFactor.tsx'

/** The own second factors and recovery codes. `username` is the own address. */
export function FactorCard({ username }: { username: string }) {
  const { t } = useLingui()
  const isReadOnly = useImpersonation() !== null
  const own = useQuery({ ...queryOf(api.secondFactor.getOwn), staleTime: 0 })
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const card = useFocusByAnchor(factorsAnchor)
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
    <section ref={card} id={factorsAnchor} aria-labelledby={`${factorsAnchor}-title`} tabIndex={-1} className="scroll-mt-20 rounded-xl">
      <Card>
        <CardHeader>
          <CardTitle id={`${factorsAnchor}-title`}>
            <Trans>Second factors</Trans>
          </CardTitle>
          <CardDescription>
            <Trans>They protect your account even if somebody learns your password: signing in then asks for one of them too.</Trans>
          </CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-5">
          {own.isPending && <Skeleton className="h-20 w-full" />}
          {own.isError && !own.data && <Failed error={own.error} onRetry={() => void own.refetch()} isRetrying={own.isFetching} />}
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
