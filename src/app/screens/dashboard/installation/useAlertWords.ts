import { useLingui } from '@lingui/react/macro'
import type { AlertKind } from '../../../../contract/installation.ts'

type Words = { readonly title: string; readonly whatToDo: string }

/** What is wrong, and what to do about it. */
export function useAlertWords(): Readonly<Record<AlertKind, Words>> {
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
