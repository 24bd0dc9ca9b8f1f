import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX, ShieldCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { useDeleteCoil, useDeleteDetector, useMayDeleteOwned } from './deleteOwned.ts'
import { CoilFacts, DetectorFacts } from './OwnedFacts.tsx'
import { SideCard } from './SideCard.tsx'

/** The user's detectors, coils and updates. */
export function UserCards({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  const mayDelete = useMayDeleteOwned(user)
  const detectors = useDeleteDetector(user)
  const coils = useDeleteCoil(user)
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
            action={mayDelete && <DeleteButton id={detector.id} name={nameOf(detector)} onDelete={detectors.ask} />}
          />
        ))}
      </SideCard>
      <SideCard title={t`Accessories`} count={user.accessories.length} empty={t`No coil yet.`}>
        {user.accessories.map((coil) => {
          const { id, name, serialNumberFormatted } = coil
          // Most coils are named by their serial number.
          const detail = name === serialNumberFormatted ? {} : { detail: serialNumberFormatted }
          return (
            <Row
              key={id}
              name={name}
              {...detail}
              facts={<CoilFacts coil={coil} />}
              action={mayDelete && <DeleteButton id={id} name={name} onDelete={coils.ask} />}
            />
          )
        })}
      </SideCard>
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
      <SecurityLogLink username={user.username} />
      {detectors.question}
      {coils.question}
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

type Named = { readonly id: number; readonly name: string }

function DeleteButton({ id, name, onDelete }: Named & { onDelete: (owned: Named) => void }) {
  const { t } = useLingui()
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="-my-1 -mr-2 text-muted-foreground hover:text-destructive!"
      aria-label={t`Delete ${name}`}
      onClick={() => onDelete({ id, name })}
    >
      <Trash2 aria-hidden />
    </Button>
  )
}

type RowProps = {
  mark?: ReactNode
  name: string
  detail?: string
  beneath?: ReactNode
  end?: string
  action?: ReactNode
  facts?: ReactNode
}

function Row({ mark, name, detail, beneath, end, action, facts }: RowProps) {
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex items-center gap-2.5">
        {mark}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap gap-x-2.5">
            <span className="min-w-0 wrap-break-word">{name}</span>
            {detail !== undefined && <span className="whitespace-nowrap text-muted-foreground tabular-nums">{detail}</span>}
          </span>
          {beneath !== undefined && <span className="block text-muted-foreground">{beneath}</span>}
        </span>
        {end !== undefined && <span className="text-muted-foreground tabular-nums">{end}</span>}
        {action}
      </div>
      {facts}
    </li>
  )
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

const path = '/securityEvent/index'

/** A link to the security log of an account, for those who may read it. */
function SecurityLogLink({ username }: { username: string }) {
  const role = roleOf(useSession())
  if (landing(path, role) !== null) return null
  return (
    <Button asChild variant="outline" size="sm" className="w-fit">
      <Link to={path} search={{ search: username }}>
        <ShieldCheck aria-hidden />
        <Trans>Security log of this account</Trans>
      </Link>
    </Button>
  )
}
