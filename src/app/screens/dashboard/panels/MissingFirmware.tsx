import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Panel } from './Panel.tsx'

/** The detectors that somebody should help, now and whatever period is shown, with their owners. */
export function MissingFirmware() {
  const { t, i18n } = useLingui()
  const query = useQuery(queryOf(api.dashboard.getDetectorsWithoutFirmware))
  const { data } = query
  const total = i18n.number(data?.total ?? 0)
  const shown = data?.detectors.length ?? 0
  return (
    <Panel
      title={t`Detectors without a firmware`}
      {...(query.isError &&
        data === undefined && {
          failure: <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />,
        })}
      description={
        data?.total === 0 ? undefined : data !== undefined && data.total > shown ? (
          <Trans>
            {total} in all. The latest {shown}:
          </Trans>
        ) : (
          <Trans>Their last update was interrupted.</Trans>
        )
      }
      rows={data?.detectors.map(({ id, serialNumberFormatted, product, user, since }) => (
        <li key={id} className="grid grid-cols-1 items-baseline gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
          <span className="wrap-break-word">
            {product.tostring} <span className="whitespace-nowrap text-muted-foreground tabular-nums">{serialNumberFormatted}</span>
          </span>
          <Link {...recordLink('user', 'show', user.id)} className="rounded-sm wrap-break-word text-primary hover:underline">
            {user.tostring}
          </Link>
          <time dateTime={since} className="text-xs text-muted-foreground">
            {formatDateTime(since)}
          </time>
        </li>
      ))}
      empty={t`No detector is without a firmware.`}
    />
  )
}
