import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Choice } from '../../../../contract/crud.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import type { TableSelection } from '../../../kit/table/selection/useTableSelection.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { FirstNames } from './FirstNames.tsx'

type GroupDialogProps = { selection: TableSelection; onChosen: (groupId: number) => void; onClose: () => void }

/** Chooses the beta group that the selected users join. */
export function GroupDialog({ selection, onChosen, onClose }: GroupDialogProps) {
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
