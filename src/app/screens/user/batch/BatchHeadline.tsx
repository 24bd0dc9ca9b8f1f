import { Plural, Trans } from '@lingui/react/macro'
import type { UserBatch } from '../../../../contract/userBatch.ts'

/** What a batch is doing, or how many users it has changed. */
export function BatchHeadline({ batch }: { batch: UserBatch }) {
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
