import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { formatDate, formatDateTime } from '../../i18n/formatDate.ts'
import { useErrorText } from '../../kit/form/useErrorText.ts'
import { AppError } from '../../../errors.ts'
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx'
import { SecurityLogLink } from './SecurityLogLink.tsx'

/** The side column: the user's detectors, coils and updates. */
export function UserCards({ user }: { user: ShownUser }) {
  const { t } = useLingui()
  return (
    <>
      <SideCard title={t`Products`} count={user.userProducts.length} empty={t`No detector yet.`}>
        {user.userProducts.map(({ id, productName, serialNumberFormatted, since, ...firmware }) => (
          <Row key={id} name={productName} detail={serialNumberFormatted} beneath={<Firmware {...firmware} />} end={formatDate(since)} />
        ))}
      </SideCard>
      <SideCard title={t`Accessories`} count={user.accessories.length} empty={t`No coil yet.`}>
        {user.accessories.map(({ id, name, serialNumberFormatted }) => (
          // Most coils are named by their serial number.
          <Row key={id} name={name} {...(name !== serialNumberFormatted && { detail: serialNumberFormatted })} />
        ))}
      </SideCard>
      <SideCard title={t`Product updates`} count={user.productUpdates.length} empty={t`No update yet.`}>
        {user.productUpdates.map((update) => (
          <Row
            key={update.id}
            mark={<Mark update={update} />}
            name={`${update.productName} ${update.versionName}`}
            end={formatDateTime(update.date)}
          />
        ))}
      </SideCard>
      <SecurityLogLink username={user.username} />
    </>
  )
}

function SideCard({ title, count, empty, children }: { title: string; count: number; empty: string; children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          {title} <span className="font-normal text-muted-foreground tabular-nums">{i18n.number(count)}</span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        {count === 0 ? (
          <p className="text-sm text-muted-foreground">{empty}</p>
        ) : (
          <ul
            aria-label={title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard
            tabIndex={0}
            className="-mx-2 flex max-h-72 flex-col divide-y divide-border/60 overflow-y-auto px-2 text-sm"
          >
            {children}
          </ul>
        )}
      </CardContent>
    </Card>
  )
}

type Detector = ShownUser['userProducts'][number]

/** The firmware on a detector, as its owner's page shows it. */
function Firmware({ firmwareState, versionName }: Pick<Detector, 'firmwareState' | 'versionName'>) {
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

type RowProps = { mark?: ReactNode; name: string; detail?: string; beneath?: ReactNode; end?: string }

function Row({ mark, name, detail, beneath, end }: RowProps) {
  return (
    <li className="flex items-center gap-2.5 py-2">
      {mark}
      <span className="min-w-0 flex-1">
        {name} {detail !== undefined && <span className="ml-1.5 whitespace-nowrap text-muted-foreground tabular-nums">{detail}</span>}
        {beneath !== undefined && <span className="block text-muted-foreground">{beneath}</span>}
      </span>
      {end !== undefined && <span className="text-muted-foreground tabular-nums">{end}</span>}
    </li>
  )
}

function Mark({ update: { success, errorType } }: { update: ShownUser['productUpdates'][number] }) {
  const errorText = useErrorText()
  const [Icon, look] =
    success === null ? [CircleDashed, 'text-muted-foreground'] : success ? [CircleCheck, 'text-success'] : [CircleX, 'text-destructive']
  return (
    <>
      <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
      <span className="sr-only">
        {success === null ? (
          <Trans>Not reported</Trans>
        ) : success ? (
          <Trans>Success</Trans>
        ) : (
          errorType && errorText(new AppError(errorType))
        )}
      </span>
    </>
  )
}
