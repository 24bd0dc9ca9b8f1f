import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { dayOf, localDate, localDay } from '../../../i18n/calendarDay.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { filteredUsers } from './FigureCard.tsx'

/** When a companion app was last synchronised; leads to everybody whose app was on that day. Failures are shown by the cards. */
export function LastSync() {
  const { data, isPending } = useQuery(queryOf(api.dashboard.getCardData))
  if (isPending) return <Skeleton className="h-5 w-64 max-w-full" />
  if (data === undefined) return null
  const { lastUpdate } = data
  return (
    <p className="flex items-center gap-2 text-sm text-muted-foreground">
      <RefreshCw aria-hidden className="size-4 shrink-0" />
      {lastUpdate === null ? (
        <Trans>No companion app has been synchronised yet</Trans>
      ) : (
        <Link
          {...filteredUsers({ lastSync: `${startOfDay(lastUpdate)}/` })}
          className="rounded-sm tabular-nums underline-offset-4 hover:text-foreground hover:underline"
        >
          <Trans>
            Last sync of a companion app: <time dateTime={lastUpdate}>{formatDateTime(lastUpdate)}</time>
          </Trans>
        </Link>
      )}
    </p>
  )
}

function startOfDay(instant: string): string {
  return localDate(localDay(new Date(instant)))?.toISOString() ?? dayOf(instant)
}
