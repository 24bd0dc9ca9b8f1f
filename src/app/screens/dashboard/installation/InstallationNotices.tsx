import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { installation, type InstallationState } from '../../../../contract/installation.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { RestoredNotice } from './RestoredNotice.tsx'
import { useAlertWords } from './useAlertWords.ts'

/** The server looks once a minute. */
const refreshMs = 60_000

/** What administrators must know of the installation; nothing if there is nothing. */
export function InstallationNotices() {
  const isAllowed = mayCall(installation.getState, roleOf(useSession()))
  const { data } = useQuery({ ...queryOf(api.installation.getState), enabled: isAllowed, refetchInterval: refreshMs })
  if (data === undefined) return null
  return (
    <>
      {data.restoredFrom !== null && <RestoredNotice restoredFrom={data.restoredFrom} />}
      {data.alerts.length > 0 && <AlertsNotice alerts={data.alerts} />}
    </>
  )
}

function AlertsNotice({ alerts }: Pick<InstallationState, 'alerts'>) {
  const { t } = useLingui()
  const words = useAlertWords()
  const title = t`The portal needs attention`
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>{title}</AlertTitle>
      <AlertDescription>
        <ul aria-label={title} className="mt-1 flex flex-col gap-3">
          {alerts.map(({ kind, since }) => (
            <li key={kind}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{words[kind].title}</span>
                <Since instant={since} />
              </p>
              <p>{words[kind].whatToDo}</p>
            </li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}

function Since({ instant }: { instant: string }) {
  const date = formatDateTime(instant)
  return (
    <span className="text-xs text-muted-foreground">
      <Trans>
        since <time dateTime={instant}>{date}</time>
      </Trans>
    </span>
  )
}
