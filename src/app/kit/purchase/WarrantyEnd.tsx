import { Trans, useLingui } from '@lingui/react/macro'
import { isExpired, type Period } from '../../../contract/warranty.ts'
import { useNow } from '../../browser/useNow.ts'
import { formatDay } from '../../i18n/calendarDay.ts'
import { Dash } from '../pages/Facts.tsx'

/** Until when, in one line: red when it is over, a dash when it is unknown. */
export function WarrantyEnd({ warranty }: { warranty: Period | null }) {
  const { t } = useLingui()
  const now = useNow()
  if (warranty === null) {
    return (
      <span>
        <Trans>Warranty</Trans> <Dash meaning={t`Warranty unknown`} />
      </span>
    )
  }
  const end = formatDay(warranty.end)
  return isExpired(warranty, now) ? (
    <span className="text-destructive">
      <Trans>Warranty expired on {end}</Trans>
    </span>
  ) : (
    <Trans>Warranty until {end}</Trans>
  )
}
