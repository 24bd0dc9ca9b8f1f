import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { messagesKeptDays } from '../../../../contract/rules.ts'
import type { MessageOutcome, SentMessage } from '../../../../contract/userSupport.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Loaded } from './Loaded.tsx'

const looks = { waiting: 'secondary', handedOver: 'success', refused: 'destructive', tooLate: 'warning', notNeeded: 'secondary' } as const

/** Which mails and SMS the account got, and what became of them. Their text is not kept. */
export function MessageLog({ userId }: { userId: number }) {
  const { t } = useLingui()
  const messages = useQuery({ ...queryOf(api.user.getMessages, { params: { id: userId } }), staleTime: 0 })
  const kinds = useMessageKinds()
  const outcomes: Readonly<Record<MessageOutcome, string>> = {
    waiting: t`Waiting to be sent`,
    handedOver: t`Handed over`,
    refused: t`Refused by the provider`,
    tooLate: t`Could not be sent in time`,
    notNeeded: t`No longer needed`,
  }
  return (
    <Loaded query={messages} label={t`Mails and SMS`} empty={<Trans>No message in the last {messagesKeptDays} days.</Trans>}>
      {({ id, kind, date, outcome }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span className="min-w-0 flex-1 basis-56">{kinds[kind]}</span>
          <Badge variant={looks[outcome]}>{outcomes[outcome]}</Badge>
          <span className="text-muted-foreground tabular-nums">{formatDateTime(date)}</span>
        </li>
      )}
    </Loaded>
  )
}

function useMessageKinds(): Readonly<Record<SentMessage['kind'], string>> {
  const { t } = useLingui()
  return {
    invitation: t`Invitation to choose a password`,
    validateAccount: t`Link to validate the account`,
    resetPassword: t`Link to a new password`,
    passwordChanged: t`The password was changed`,
    confirmUsername: t`Link to confirm a new address`,
    usernameChanged: t`The address was changed`,
    usernameRestored: t`The address was changed back`,
    phoneChanged: t`The phone number was changed`,
    smsCode: t`SMS with a code to sign in`,
    phoneCode: t`SMS with a code for a new phone number`,
    newDevice: t`Sign-in in a new browser`,
    factorAdded: t`A second factor was added`,
    factorRemoved: t`A second factor was removed`,
    factorsReset: t`The second factors were reset`,
    factorsResetDone: t`They reset somebody’s second factors`,
    administratorAdded: t`Somebody became an administrator`,
    dataExportReady: t`An archive of their data is ready`,
    deletionRequested: t`The account will be deleted`,
    deletionCancelled: t`The account stays`,
    recall: t`A firmware was withdrawn`,
    stepNotTaken: t`A release step was not taken`,
    releaseHalted: t`A release was halted`,
    planPaused: t`A release plan was paused`,
    portalFails: t`The portal fails for a release`,
    proofApproved: t`A proof of purchase was approved`,
    proofRefused: t`A proof of purchase was refused`,
    proofsLate: t`Proofs of purchase wait for too long`,
    extensionEnds: t`A warranty can still be extended`,
    releaseOffered: t`A new firmware is available`,
    betaOffered: t`A beta firmware is available`,
    updateUnfinished: t`An update may be unfinished`,
    alertStarted: t`An alert began`,
    alertEnded: t`An alert is over`,
    other: t`Message`,
  }
}
