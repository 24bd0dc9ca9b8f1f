import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { Failed } from '../../../kit/pages/Failed.tsx'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Panel } from './Panel.tsx'

/** The detectors that somebody should help, now and whatever period is shown, with their owners. */
export function MissingFirmware() {
  const { t, i18n } = useLingui()
  const query = useQuery(queryOf(api.dashboard.getDetectorsWithoutFirmware))
  const { data } = query
  if (query.isError && data === undefined) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
  }
  const total = i18n.number(data?.total ?? 0)
  const shown = data?.detectors.length ?? 0
  return (
    <Panel
      title={t`Detectors without a firmware`}
      description={
        data !== undefined && data.total > shown ? (
          <Trans>
            {total} in all. The latest {shown}:
          </Trans>
        ) : (
          <Trans>Their last update was interrupted.</Trans>
        )
      }
      rows={data?.detectors.map(({ id, serialNumberFormatted, product, user, since }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0">
            {product.tostring} <span className="whitespace-nowrap text-muted-foreground tabular-nums">{serialNumberFormatted}</span>
            <Link {...recordLink('user', 'show', user.id)} className="block truncate rounded-sm text-primary hover:underline">
              {user.tostring}
            </Link>
          </span>
          <time dateTime={since} className="text-xs text-muted-foreground">
            {formatDateTime(since)}
          </time>
        </li>
      ))}
      empty={t`There are none.`}
    />
  )
}
