import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DetectorsWithoutFirmware } from '../../../../contract/dashboard.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Panel } from './Panel.tsx'

/** The detectors that somebody should help, now and whatever period is shown, with their owners. */
export function MissingFirmware() {
  const { t } = useLingui()
  const query = useQuery(queryOf(api.dashboard.getDetectorsWithoutFirmware))
  const { data } = query
  return (
    <>
      <Panel
        title={t`Detectors without a firmware`}
        {...(query.isError &&
          data === undefined && {
            failure: <FailedQuery query={query} />,
          })}
        description={data?.total === 0 ? undefined : <Shown list={data} all={<Trans>Their last update has failed.</Trans>} />}
        rows={data === undefined ? undefined : rowsOf(data)}
        empty={t`No detector is without a firmware.`}
      />
      {data !== undefined && data.silent.total > 0 && (
        <Panel
          title={t`Erased and silent`}
          description={
            <Shown
              list={data.silent}
              all={<Trans>Their update was running, and nothing has been heard of it since. It may be finishing without a network.</Trans>}
            />
          }
          rows={rowsOf(data.silent)}
          empty=""
        />
      )}
    </>
  )
}

type Listed = DetectorsWithoutFirmware['silent']

/** What all of them have in common, or how many there are beside those that are shown. */
function Shown({ list, all }: { list: Listed | undefined; all: ReactNode }) {
  const { i18n } = useLingui()
  if (list === undefined || list.total <= list.detectors.length) return all
  const total = i18n.number(list.total)
  const shown = list.detectors.length
  return (
    <>
      {all}{' '}
      <Trans>
        {total} in all. The latest {shown}:
      </Trans>
    </>
  )
}

function rowsOf({ detectors }: Listed): ReactNode[] {
  return detectors.map(({ id, serialNumberFormatted, product, user, since }) => (
    <li key={id} className="grid grid-cols-1 items-baseline gap-x-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <span className="wrap-break-word">
        <span>{product.tostring}</span>{' '}
        <span className="whitespace-nowrap text-muted-foreground tabular-nums">{serialNumberFormatted}</span>
      </span>
      <Link {...recordLink('user', 'show', user.id)} className="rounded-sm wrap-break-word text-primary hover:underline">
        {user.tostring}
      </Link>
      <time dateTime={since} className="text-xs text-muted-foreground">
        {formatDateTime(since)}
      </time>
    </li>
  ))
}
