import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArchiveRestore, TriangleAlert } from 'lucide-react'
import { mayCall } from '../../../../contract/endpoint.ts'
import { type AlertKind, installation, type InstallationState } from '../../../../contract/installation.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { roleOf, useSession } from '../../../session/session.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'

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

type Words = { readonly title: string; readonly whatToDo: string }

/** What is wrong, and what to do about it. */
function useAlertWords(): Readonly<Record<AlertKind, Words>> {
  const { t } = useLingui()
  return {
    outboxStuck: {
      title: t`Messages are not being sent`,
      whatToDo: t`Check the mail server and the SMS gateway. Nothing is lost yet: messages are tried again.`,
    },
    diskNearlyFull: {
      title: t`The disk is nearly full`,
      whatToDo: t`Make room on the server, or move its files to a larger disk.`,
    },
    backupOld: {
      title: t`There is no recent backup`,
      whatToDo: t`Make a backup now, and find out why none was made.`,
    },
    backupFailed: {
      title: t`A scheduled backup failed`,
      whatToDo: t`Run the check on the server: it says why. Earlier backups are kept.`,
    },
    certificateEnds: {
      title: t`The portal’s certificate ends soon`,
      whatToDo: t`Renew it. Once it has ended, browsers refuse to open the portal.`,
    },
    errorRate: {
      title: t`Many requests fail`,
      whatToDo: t`Look into the server’s log for failed calls.`,
    },
    clockOff: {
      title: t`The clock of a server is in doubt`,
      whatToDo: t`Set the server’s clock by NTP. Until then it deletes nothing that expires. It may also wait for you to confirm the clock.`,
    },
    smsNearlyUsedUp: {
      title: t`Nearly all text messages of a day are sent`,
      whatToDo: t`At 100 % no code is sent, and nobody can sign in who needs one. See whether somebody asks for codes in bulk; otherwise set SMS_PER_DAY higher.`,
    },
  }
}

/** The portal waits after a restore, until an administrator puts it back into service. */
function RestoredNotice({ restoredFrom }: { restoredFrom: string }) {
  const { t } = useLingui()
  const date = formatDateTime(restoredFrom)
  return (
    <Alert variant="warning">
      <ArchiveRestore aria-hidden />
      <AlertTitle>
        <Trans>This portal was restored from the backup of {date}</Trans>
      </AlertTitle>
      <AlertDescription>
        <p>
          <Trans>No mail is sent and no firmware newly offered until you say so.</Trans>
        </p>
        <AlertActions>
          <ActionButton
            variant="default"
            asks={{
              title: t`Put the portal back into service?`,
              description: t`Waiting messages are sent, and customers are offered what the backup of ${date} offers. First check that no firmware has been withdrawn since. This is recorded in the security log.`,
              action: t`Put back into service`,
            }}
            send={async () => {
              await api.installation.resume()
              // The button is about to go, and would take the focus with it.
              document.getElementById('screen')?.focus()
              return t`The portal is back in service`
            }}
          >
            <Trans>Put back into service</Trans>
          </ActionButton>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
