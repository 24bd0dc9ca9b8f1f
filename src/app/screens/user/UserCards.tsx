import { Trans, useLingui } from '@lingui/react/macro'
import { Activity, CircleCheck, CircleDashed, CircleX, ShieldCheck } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { isHeard } from '../../../contract/openUpdate.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { usePercentText } from '../../i18n/measures.ts'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import { Button } from '../../ui/button.tsx'
import { landing } from '../../session/access.ts'
import { roleOf, useSession } from '../../session/session.ts'
import { CoilCard } from './owned/CoilCard.tsx'
import { useDeleteDetector, useMayDeleteOwned } from './owned/deleteOwned.ts'
import { DetectorFacts } from './owned/OwnedFacts.tsx'
import { DeleteButton, Row } from './owned/OwnedRow.tsx'
import { SideCard } from './owned/SideCard.tsx'
import { SupportCard } from './support/SupportCard.tsx'

/** The user's detectors, coils and updates. */
export function UserCards({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const mayDelete = useMayDeleteOwned(user)
  const detectors = useDeleteDetector(user)
  return (
    <>
      <SideCard title={t`Products`} count={user.userProducts.length} empty={t`No detector yet.`}>
        {user.userProducts.map((detector) => (
          <Row
            key={detector.id}
            name={detector.productName}
            detail={detector.serialNumberFormatted}
            beneath={<Firmware {...detector} />}
            end={formatDate(detector.since)}
            facts={<DetectorFacts detector={detector} />}
            action={mayDelete && <DeleteButton owned={{ id: detector.id, name: nameOf(detector) }} onDelete={detectors.ask} />}
          />
        ))}
      </SideCard>
      <CoilCard user={user} />
      <SideCard title={t`Product updates`} count={user.productUpdates.length} empty={t`No update yet.`}>
        {user.productUpdates.map((update) => (
          <Row
            key={update.id}
            mark={<Mark update={update} />}
            name={`${update.productName} ${update.versionName}`}
            {...(update.success !== true && { beneath: <Problem update={update} /> })}
            end={formatDateTime(update.date)}
          />
        ))}
      </SideCard>
      <SupportCard user={user} />
      <LogLinks user={user} />
      {detectors.question}
    </>
  )
}

type Detector = ShownUser['userProducts'][number]

function nameOf({ productName, serialNumberFormatted }: Detector): string {
  return `${productName} ${serialNumberFormatted}`
}

/** The firmware on a detector, as its owner's page shows it. */
function Firmware({ firmwareState, versionName, openUpdate }: Pick<Detector, 'firmwareState' | 'versionName' | 'openUpdate'>) {
  const percentText = usePercentText()
  if (openUpdate !== null) {
    const time = formatDateTime(openUpdate.heardAt)
    const percent = percentText(openUpdate.percent ?? 0)
    return isHeard(openUpdate, 0) ? (
      <Trans>
        Updating to {versionName}: {percent} on {time}
      </Trans>
    ) : openUpdate.hasErased ? (
      <Trans>
        Erased, and silent since {time}: an update to {versionName} was running
      </Trans>
    ) : (
      <Trans>
        An update to {versionName} was running on {time}
      </Trans>
    )
  }
  switch (firmwareState) {
    case 'installed':
      return <Trans>Firmware {versionName}</Trans>
    case 'none':
      return (
        <span className="text-warning">
          <Trans>No firmware: the update to {versionName} was interrupted</Trans>
        </span>
      )
    case 'unknown':
      return <Trans>Firmware unknown</Trans>
  }
}

type Updated = { update: ShownUser['productUpdates'][number] }

function Mark({ update: { success } }: Updated) {
  const [Icon, look] =
    success === null ? [CircleDashed, 'text-muted-foreground'] : success ? [CircleCheck, 'text-success'] : [CircleX, 'text-destructive']
  return (
    <>
      <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
      {success === true && (
        <span className="sr-only">
          <Trans>Success</Trans>
        </span>
      )}
    </>
  )
}

function Problem({ update: { success, errorType } }: Updated) {
  const errorText = useErrorText()
  if (success === null) return <Trans>Not reported</Trans>
  return (
    <span className="text-destructive">{errorType === null ? <Trans>The update failed</Trans> : errorText(new AppError(errorType))}</span>
  )
}

/** Links to the lists of what was done to an account and, of staff, by it, for those who may read them. */
function LogLinks({ user: { id, username, role } }: { user: ShownUser }) {
  const reader = roleOf(useSession())
  return (
    <div className="flex flex-wrap gap-2">
      {landing('/securityEvent/index', reader) === null && (
        <Button asChild variant="outline" size="sm">
          <Link to="/securityEvent/index" search={{ search: username }}>
            <ShieldCheck aria-hidden />
            <Trans>Security log of this account</Trans>
          </Link>
        </Button>
      )}
      {role !== 'ROLE_CUSTOMER' && landing('/activity/index', reader) === null && (
        <Button asChild variant="outline" size="sm">
          <Link to="/activity/index" search={{ filters: { by: String(id) } }}>
            <Activity aria-hidden />
            <Trans>What they changed</Trans>
          </Link>
        </Button>
      )}
    </div>
  )
}
