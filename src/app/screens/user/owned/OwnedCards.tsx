import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useMemo } from 'react'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Coils } from './Coils.tsx'
import { useDeleteDetector, useMayDeleteOwned } from './deleteOwned.ts'
import { DetectorBlock } from './DetectorBlock.tsx'
import { FocusPlace } from './FocusPlace.tsx'
import { groupOwned } from './groupOwned.ts'
import { DeleteButton } from './RowButton.tsx'
import { UpdateRow } from './UpdateRow.tsx'

/** What a user owns, by detector; what belongs to none of them stands after. Of staff without a detector nothing. */
export function OwnedCards({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const mayDelete = useMayDeleteOwned(user)
  const deleting = useDeleteDetector(user)
  const { detectors, coils, updates } = useMemo(() => groupOwned(user), [user])
  return (
    <>
      <FocusPlace count={detectors.length} className="empty:hidden">
        {detectors.length === 0 && user.role === 'ROLE_CUSTOMER' && (
          <p className="rounded-xl border border-dashed px-5 py-4 text-sm text-muted-foreground">
            <Trans>No detector yet.</Trans>
          </p>
        )}
        {detectors.length > 0 && (
          <ul aria-label={t`Products`} tabIndex={-1} className="flex flex-col gap-3 outline-none">
            {detectors.map((owned) => {
              const { id, productName, serialNumberFormatted } = owned.detector
              const name = `${productName} ${serialNumberFormatted}`
              return (
                <DetectorBlock
                  key={id}
                  user={user}
                  owned={owned}
                  name={name}
                  action={mayDelete && <DeleteButton owned={{ id, name }} onDelete={deleting.ask} />}
                />
              )
            })}
          </ul>
        )}
      </FocusPlace>
      {coils.length + updates.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          {coils.length > 0 && (
            <SideCard title={t`Other coils`} count={coils.length}>
              <Coils user={user} coils={coils} />
            </SideCard>
          )}
          {updates.length > 0 && (
            <SideCard title={t`Other updates`} count={updates.length}>
              {updates.map((update) => (
                <UpdateRow key={update.id} update={update} isNamed />
              ))}
            </SideCard>
          )}
        </div>
      )}
      {deleting.question}
    </>
  )
}

type SideCardProps = { title: string; count: number; children: ReactNode }

/** What a user has besides their detectors. */
function SideCard({ title, count, children }: SideCardProps) {
  const { i18n } = useLingui()
  return (
    <Card className="gap-2! py-4!">
      <CardHeader>
        <CardTitle>
          <span>{title}</span> <span className="font-normal text-muted-foreground tabular-nums">{i18n.number(count)}</span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <FocusPlace count={count}>
          <ul
            aria-label={title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
            tabIndex={0}
            className="-mx-2 flex max-h-96 flex-col divide-y divide-border/60 overflow-y-auto px-2 text-sm wrap-anywhere"
          >
            {children}
          </ul>
        </FocusPlace>
      </CardContent>
    </Card>
  )
}
