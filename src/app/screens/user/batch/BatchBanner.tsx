import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Undo2, X } from 'lucide-react'
import { undoHours } from '../../../../contract/crud.ts'
import { isUndoableKind, type LeftOutReason, type UserBatch } from '../../../../contract/userBatch.ts'
import { api } from '../../../api/api.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { recordLink } from '../../../kit/record/recordLinks.ts'
import { Fold } from '../../../kit/text/Fold.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'

type BatchBannerProps = { batch: UserBatch; onClose: () => void }

/** How far a batch is, or what became of it: stops it, names those left out, undoes it. */
export function BatchBanner({ batch, onClose }: BatchBannerProps) {
  const { t, i18n } = useLingui()
  const params = { id: batch.id }
  const { state, kind, nbUsers, nbDone, nbLeftOut } = batch
  const isRunning = state === 'running'
  const nbReached = nbDone + nbLeftOut
  return (
    <Alert variant={isRunning ? 'default' : nbLeftOut === 0 ? 'success' : 'warning'}>
      <div className="col-start-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <output className="font-semibold">
          <BatchHeadline batch={batch} />
        </output>
        {isRunning && (
          <>
            <span className="tabular-nums">
              <Trans>
                {i18n.number(nbReached)} of {i18n.number(nbUsers)}
              </Trans>
            </span>
            <span className="w-40">
              <Progress aria-label={t`Progress`} value={nbUsers === 0 ? 0 : (100 * nbReached) / nbUsers} />
            </span>
          </>
        )}
        {state === 'stopped' && (
          <Plural value={nbUsers - nbReached} one="Stopped: # user stays as before" other="Stopped: # users stay as before" />
        )}
        <span className="ml-auto flex gap-2">
          {isRunning && (
            <ActionButton send={() => api.userBatch.stop({ params }).then(() => undefined)}>
              <Trans>Stop</Trans>
            </ActionButton>
          )}
          {batch.mayUndo && isUndoableKind(kind) && (
            <ActionButton icon={Undo2} send={() => api.userBatch.undo({ params, body: { undoes: kind } }).then(() => undefined)}>
              <Trans>Undo</Trans>
            </ActionButton>
          )}
          {!isRunning && (
            <Button variant="ghost" size="icon-sm" aria-label={t`Close`} onClick={onClose}>
              <X aria-hidden />
            </Button>
          )}
        </span>
        {nbLeftOut > 0 && <LeftOut batch={batch} />}
      </div>
    </Alert>
  )
}

function LeftOut({ batch: { nbLeftOut, leftOut } }: { batch: UserBatch }) {
  const reasons = useLeftOutReasons()
  const others = nbLeftOut - leftOut.length
  return (
    <Fold className="basis-full" summary={<Plural value={nbLeftOut} one="# user left out" other="# users left out" />}>
      <ul className="max-h-40 overflow-y-auto">
        {leftOut.map(({ id, tostring, reason }) => (
          <li key={id}>
            <Link {...recordLink('user', 'show', id)} className="underline-offset-4 hover:underline">
              {tostring}
            </Link>
            <span>{` · ${reasons[reason]}`}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p>
          <Plural value={others} one="and # more" other="and # more" />
        </p>
      )}
    </Fold>
  )
}

/** Why a batch has left a user out, in words. */
function useLeftOutReasons(): Readonly<Record<LeftOutReason, string>> {
  const { t } = useLingui()
  return {
    notBlocked: t`was not blocked`,
    alreadyMember: t`was in the group already`,
    staff: t`belongs to staff`,
    deleted: t`is deleted`,
    groupDeleted: t`the group was deleted`,
    ownAccount: t`is your own account`,
    notAllowed: t`only administrators may change staff`,
    needsProof: t`the group has a beta now, which wants a fresh sign-in`,
    needsApproval: t`the group’s beta would reach too many people without another administrator’s approval`,
    addressTaken: t`another account has this address now`,
    changedSince: t`was changed since by somebody`,
    tooLate: t`was deleted more than ${undoHours} hours ago`,
    failed: t`could not be changed`,
  }
}

/** What a batch is doing, or how many users it has changed. */
function BatchHeadline({ batch }: { batch: UserBatch }) {
  return batch.state === 'running' ? <Running batch={batch} /> : <Ended batch={batch} />
}

function Running({ batch: { kind, undoes, group } }: { batch: UserBatch }) {
  const name = group?.tostring ?? ''
  switch (undoes ?? kind) {
    case 'unlock':
      return <Trans>Unlocking users</Trans>
    case 'addToGroup':
      return undoes === null ? <Trans>Adding users to {name}</Trans> : <Trans>Taking users out of {name} again</Trans>
    default:
      return undoes === null ? <Trans>Deleting users</Trans> : <Trans>Restoring users</Trans>
  }
}

function Ended({ batch: { kind, undoes, group, nbDone } }: { batch: UserBatch }) {
  const name = group?.tostring ?? ''
  switch (undoes ?? kind) {
    case 'unlock':
      return <Plural value={nbDone} _0="No user unlocked" one="# user unlocked" other="# users unlocked" />
    case 'addToGroup':
      return undoes === null ? (
        <Plural value={nbDone} _0={`No user added to ${name}`} one={`# user added to ${name}`} other={`# users added to ${name}`} />
      ) : (
        <Plural
          value={nbDone}
          _0={`No user taken out of ${name}`}
          one={`# user taken out of ${name}`}
          other={`# users taken out of ${name}`}
        />
      )
    default:
      return undoes === null ? (
        <Plural value={nbDone} _0="No user deleted" one="# user deleted" other="# users deleted" />
      ) : (
        <Plural value={nbDone} _0="No user restored" one="# user restored" other="# users restored" />
      )
  }
}
