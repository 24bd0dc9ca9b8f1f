import { Trans, useLingui } from '@lingui/react/macro'
import { isExpired, type Period } from '../../../contract/warranty.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { useNow } from '../../browser/useNow.ts'
import { Dash } from '../pages/Facts.tsx'

/** A warranty period, red with its end date when it is over, a dash when it is unknown (the specification, section 4). */
export function WarrantyPeriod({ warranty }: { warranty: Period | null }) {
  const { t } = useLingui()
  const now = useNow()
  if (warranty === null) return <Dash meaning={t`Warranty unknown`} />
  const end = formatDay(warranty.end)
  return isExpired(warranty, now) ? (
    <span className="font-medium text-destructive">
      <Trans>Expired on {end}</Trans>
    </span>
  ) : (
    <Days period={warranty} />
  )
}

/** "21/11/2026 – 21/11/2031" */
export function Days({ period }: { period: Period }) {
  return (
    <>
      {formatDay(period.start)} <span aria-hidden>–</span>
      <span className="sr-only">
        <Trans>to</Trans>
      </span>{' '}
      {formatDay(period.end)}
    </>
  )
}
