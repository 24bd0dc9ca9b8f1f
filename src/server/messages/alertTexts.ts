/** The texts of mails about alerts. In English: they go to the operator. Each kind says what its figure means. */
import type { AlertKind } from '../../contract/installation.ts'
import { describeMs } from '../clock/portalClock.ts'

export type AlertText = {
  readonly title: string
  readonly whatHappens: (figure: number) => string
  readonly whatToDo: string
  /** What is true again when the alert is over. */
  readonly whenOver: string
}

export const alertTexts: Readonly<Record<AlertKind, AlertText>> = {
  outboxStuck: {
    title: 'Messages are not being sent',
    whatHappens: (figure) => `${figure === 1 ? 'One message has' : `${figure} messages have`} been waiting for more than 15 minutes.`,
    whatToDo: 'Check the mail server (SMTP_URL) and the SMS gateway (SMS_URL). Nothing is lost yet: messages are tried again.',
    whenOver: 'Messages are sent again.',
  },
  diskNearlyFull: {
    title: 'The disk is nearly full',
    whatHappens: (figure) => `Only ${figure} % of the disk of DATA_DIR is free.`,
    whatToDo: 'Make room, or move DATA_DIR to a larger disk. Uploads stop at 128 MiB. With several servers, look at each of them.',
    whenOver: 'The disk has room again.',
  },
  backupOld: {
    title: 'There is no recent backup',
    whatHappens: (figure) => `There has been no backup for ${figure} hours.`,
    whatToDo: 'Run "npm run backup", and find out why it did not run by itself.',
    whenOver: 'There is a new backup.',
  },
  backupFailed: {
    title: 'A scheduled backup failed',
    whatHappens: (figure) =>
      `${figure === 1 ? 'The scheduled backup' : `The scheduled backup, tried ${figure} times,`} failed, does not give everything back, or lacks files.`,
    whatToDo: 'Run "npm run doctor": it says why. Earlier backups are kept until one succeeds. It is tried again each hour or night.',
    whenOver: 'A scheduled backup was made and rehearsed again.',
  },
  certificateEnds: {
    title: 'The certificate ends soon',
    whatHappens: (figure) =>
      figure < 0
        ? 'The certificate of the portal has ended: browsers refuse to open it.'
        : `The certificate of the portal ends in ${figure} days.`,
    whatToDo: 'Renew it, and find out why the proxy did not renew it by itself.',
    whenOver: 'The portal has a new certificate.',
  },
  errorRate: {
    title: 'Many requests fail',
    whatHappens: (figure) => `Within ten minutes, ${figure} % of the calls ended with an error of the server.`,
    whatToDo: 'Look into the log of the server for "a call failed".',
    whenOver: 'Calls succeed again.',
  },
  clockOff: {
    title: 'The clock of a server is in doubt',
    whatHappens: (figure) =>
      `The clock of a server is ${describeMs(figure * 1000)} away from where it should be. That server deletes nothing that expires; on PostgreSQL it sends no messages either, except those about alerts.`,
    whatToDo:
      'Set the clock of each server and of PostgreSQL by NTP. The embedded database may wait for you to confirm the clock: stop the server and run "npm run confirm-clock".',
    whenOver: 'The server is sure of its clock again, and deletes what expires.',
  },
  smsNearlyUsedUp: {
    title: 'Nearly all SMS of a day are sent',
    whatHappens: (figure) => `Within 24 hours, ${figure} % of the SMS that SMS_PER_DAY allows were sent.`,
    whatToDo:
      'At 100 % no code is sent, and nobody can sign in who needs one. See in the list of your SMS gateway whether somebody asks for codes in bulk; otherwise set SMS_PER_DAY higher.',
    whenOver: 'There are enough SMS again.',
  },
}
