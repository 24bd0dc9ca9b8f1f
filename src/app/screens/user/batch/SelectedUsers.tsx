import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { undoHours } from '../../../../contract/crud.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import { batchUsersMax } from '../../../../contract/rules.ts'
import type { BatchKind } from '../../../../contract/userBatch.ts'
import { userStaff } from '../../../../contract/userStaff.ts'
import { api } from '../../../api/api.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { useChangeErrorText } from '../../../kit/failures/useChangeErrorText.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import type { ShownList } from '../../../kit/pages/TablePage.tsx'
import type { TableSelection } from '../../../kit/table/selection/useTableSelection.ts'
import { rowsRequest } from '../../../kit/table/tableQueries.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FirstNames } from './FirstNames.tsx'

const GroupDialog = lazyDialog(async () => (await import('./GroupDialog.tsx')).GroupDialog)

type SelectedUsersProps = { selection: TableSelection; shown: ShownList }

/** What can be done with the selected users: a batch, which UserBatches.tsx shows. */
export function SelectedUsers({ selection, shown: { state, init } }: SelectedUsersProps) {
  const { count, isAll, ids, clear } = selection
  const { i18n } = useLingui()
  const role = roleOf(useSession())
  const queryClient = useQueryClient()
  const { ask, question } = useConfirm()
  const [isChoosing, setIsChoosing] = useState(false)
  const onError = useRefusalToast(useChangeErrorText())
  const starting = useMutation({
    mutationFn: ({ kind, groupId, idempotencyKey }: { kind: BatchKind; groupId?: number; idempotencyKey: string }) => {
      const { search, searchSerial, filters } = rowsRequest(state, state, init).body
      const which = isAll ? { list: { search, searchSerial, filters } } : { userIds: [...ids] }
      return api.userBatch.create({ body: { kind, ...which, ...(groupId !== undefined && { groupId }) }, idempotencyKey })
    },
    meta: { showsItsErrors: true },
    onSuccess: clear,
    onError,
    // Also after a failure: the answer may have been lost, and not the batch.
    onSettled: () => Promise.all([['user'], ['userBatch']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  const start = (kind: BatchKind, groupId?: number) =>
    starting.mutate({ kind, ...(groupId !== undefined && { groupId }), idempotencyKey: crypto.randomUUID() })

  async function unlock() {
    const isMeant = await ask({
      title: <Plural value={count} one="Unlock # user?" other="Unlock # users?" />,
      description: <FirstNames selection={selection} />,
      action: <Trans>Unlock</Trans>,
      isHarmless: true,
    })
    if (isMeant) start('unlock')
  }

  async function remove() {
    const isMeant = await ask({
      title: <Plural value={count} one="Delete # user?" other="Delete # users?" />,
      description: (
        <>
          <FirstNames selection={selection} /> <Trans>They can no longer sign in. You can undo this for {undoHours} hours.</Trans>
        </>
      ),
      action: <Trans>Delete</Trans>,
    })
    if (isMeant) start('delete')
  }

  if (count > batchUsersMax)
    return (
      <span className="text-sm text-muted-foreground">
        <Trans>At most {i18n.number(batchUsersMax)} users at once</Trans>
      </span>
    )
  const look = { variant: 'outline', size: 'sm', disabled: starting.isPending } as const
  return (
    <>
      {mayCall(userStaff.unlockAccount, role) && (
        <Button {...look} onClick={() => void unlock()}>
          <Trans>Unlock</Trans>
        </Button>
      )}
      <Button {...look} onClick={() => setIsChoosing(true)}>
        <Trans>Add to a group</Trans>
      </Button>
      {mayCall(userStaff.remove, role) && (
        <Button {...look} className="text-destructive" onClick={() => void remove()}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {question}
      {isChoosing && (
        <GroupDialog
          selection={selection}
          onClose={() => setIsChoosing(false)}
          onChosen={(groupId) => {
            setIsChoosing(false)
            start('addToGroup', groupId)
          }}
        />
      )}
    </>
  )
}
