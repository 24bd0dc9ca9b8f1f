import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type Choice, undoHours } from '../../../../contract/crud.ts'
import { mayCall } from '../../../../contract/endpoint.ts'
import { batchUsersMax } from '../../../../contract/rules.ts'
import type { BatchKind } from '../../../../contract/userBatch.ts'
import { userStaff } from '../../../../contract/userStaff.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import type { ShownList } from '../../../kit/pages/TablePage.tsx'
import type { TableSelection } from '../../../kit/table/selection/useTableSelection.ts'
import { rowsRequest } from '../../../kit/table/tableQueries.ts'
import { roleOf, useSession } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { FirstNames } from './FirstNames.tsx'

type SelectedUsersProps = { selection: TableSelection; shown: ShownList }

/** What can be done with the selected users: a batch, which UserBatches.tsx shows. */
export function SelectedUsers({ selection, shown: { state, init } }: SelectedUsersProps) {
  const { count, isAll, ids, clear } = selection
  const { i18n } = useLingui()
  const role = roleOf(useSession())
  const [isChoosing, setIsChoosing] = useState(false)
  const { run, isBusy, question } = useAction<{ kind: BatchKind; groupId?: number }>({
    asks({ kind }) {
      if (kind === 'addToGroup') return undefined
      const names = <FirstNames selection={selection} />
      if (kind === 'unlock')
        return {
          title: <Plural value={count} one="Unlock # user?" other="Unlock # users?" />,
          description: names,
          action: <Trans>Unlock</Trans>,
          isHarmless: true,
        }
      return {
        title: <Plural value={count} one="Delete # user?" other="Delete # users?" />,
        description: (
          <>
            {names} <Trans>They can no longer sign in. You can undo this for {undoHours} hours.</Trans>
          </>
        ),
        action: <Trans>Delete</Trans>,
      }
    },
    async send(batch) {
      const { search, searchSerial, filters } = rowsRequest(state, state, init).body
      const which = isAll ? { list: { search, searchSerial, filters } } : { userIds: [...ids] }
      await api.userBatch.create({ body: { ...batch, ...which }, idempotencyKey: crypto.randomUUID() })
      clear()
    },
  })

  if (count > batchUsersMax)
    return (
      <span className="text-sm text-muted-foreground">
        <Trans>At most {i18n.number(batchUsersMax)} users at once</Trans>
      </span>
    )
  const look = { variant: 'outline', size: 'sm', disabled: isBusy } as const
  return (
    <>
      {mayCall(userStaff.unlockAccount, role) && (
        <Button {...look} onClick={() => run({ kind: 'unlock' })}>
          <Trans>Unlock</Trans>
        </Button>
      )}
      <Button {...look} onClick={() => setIsChoosing(true)}>
        <Trans>Add to a group</Trans>
      </Button>
      {mayCall(userStaff.remove, role) && (
        <Button {...look} className="text-destructive" onClick={() => run({ kind: 'delete' })}>
          <Trans>Delete</Trans>
        </Button>
      )}
      {question}
      {isChoosing && (
        <GroupDialog
          selection={selection}
          onClose={() => setIsChoosing(false)}
          onChosen={(groupId) => run({ kind: 'addToGroup', groupId })}
        />
      )}
    </>
  )
}

type GroupDialogProps = { selection: TableSelection; onChosen: (groupId: number) => void; onClose: () => void }

/** Chooses the beta group that the selected users join. */
function GroupDialog({ selection, onChosen, onClose }: GroupDialogProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const query = queryOf(api.betaGroup.getAll, { query: { search: typed } })
  const { data = [], isPending, isError } = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <ActionDialog<{ group: Choice | null }>
      title={<Plural value={selection.count} one="Add # user to a beta group" other="Add # users to a beta group" />}
      description={
        <>
          <FirstNames selection={selection} /> <Trans>Customers become beta testers; staff are left out.</Trans>
        </>
      }
      schema={v.any()}
      defaultValues={{ group: null }}
      check={({ group }) => (group === null ? { group: 'MandatoryField' } : {})}
      action={<Plural value={selection.count} one="Add # user" other="Add # users" />}
      send={async ({ group }) => {
        if (group !== null) onChosen(group.id)
      }}
      refetch={null}
      leavesAtOnce
      onClose={onClose}
    >
      {({ control, values: { group } }) => (
        <FormField control={control} name="group" label={t`Beta group`}>
          {(controlProps, { onChange, ...field }) => (
            <Combobox
              {...controlProps}
              {...field}
              options={data.map(({ id, tostring }) => ({ value: String(id), label: tostring }))}
              value={String(group?.id ?? '')}
              onChange={(chosen) => onChange(data.find(({ id }) => String(id) === chosen) ?? null)}
              onSearch={setTyped}
              shown={group?.tostring ?? ''}
              placeholder={t`Choose`}
              searchLabel={t`Search`}
              emptyText={isPending ? t`Loading` : isError ? t`This could not be loaded` : t`No results`}
            />
          )}
        </FormField>
      )}
    </ActionDialog>
  )
}
