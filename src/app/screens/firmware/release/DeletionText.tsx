import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { undoHours } from '../../../../contract/crud.ts'
import type { FirmwareRow } from '../../../../contract/firmware.ts'
import { isOfferedState } from '../../../../contract/releaseStates.ts'
import { useFirmwareWords } from '../firmwareWords.ts'
import { releaseQuery } from '../steps/releaseQueries.ts'

type DeletionTextProps = { firmware: Pick<FirmwareRow, 'id' | 'releaseId' | 'state'> }

/** What deleting a firmware does to its release, for the question before it. */
export function DeletionText({ firmware: { id, releaseId, state } }: DeletionTextProps) {
  const { consequence } = useFirmwareWords().deleteWords
  const isOffered = isOfferedState(state)
  const { data, isPending } = useQuery({ ...releaseQuery(releaseId), enabled: isOffered })
  const undo = <Trans>You can undo this for {undoHours} hours.</Trans>
  // Inside a paragraph, so no block.
  if (isOffered && isPending) return <span aria-hidden className="block h-10 animate-pulse rounded-md bg-secondary" />
  if (!isOffered || data === undefined) {
    return (
      <>
        {consequence} {undo}
      </>
    )
  }
  const others = data.images.filter((image) => image.id !== id && !image.isDeleted)
  return others.length > 0 ? (
    <>
      {consequence} <Trans>The other languages stay offered.</Trans> {undo}
    </>
  ) : (
    <Trans>
      It is offered to customers: deleting halts it first. It can be restored within {undoHours} hours, and is then halted. Past updates
      stay in their lists.
    </Trans>
  )
}
