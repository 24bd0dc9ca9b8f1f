import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Choice } from '../../../../contract/crud.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { Field } from '../../../kit/fields/Field.tsx'
import type { TableSelection } from '../../../kit/table/selection/useTableSelection.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { FirstNames } from './FirstNames.tsx'

type GroupDialogProps = { selection: TableSelection; onChosen: (groupId: number) => void; onClose: () => void }

/** Chooses the beta group that the selected users join. */
export function GroupDialog(props: GroupDialogProps) {
  const { selection } = props
  return (
    <FormDialog
      title={<Plural value={selection.count} one="Add # user to a beta group" other="Add # users to a beta group" />}
      description={
        <>
          <FirstNames selection={selection} /> <Trans>Customers become beta testers; staff are left out.</Trans>
        </>
      }
      onClose={props.onClose}
    >
      {(controls) => <GroupForm {...props} {...controls} />}
    </FormDialog>
  )
}

function GroupForm({ selection: { count }, onChosen, onCancel }: GroupDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState<Choice>()
  const [isMissing, setIsMissing] = useState(false)
  const query = queryOf(api.betaGroup.getAll, { query: { search: typed } })
  const { data = [], isPending, isError } = useQuery({ ...query, placeholderData: keepPreviousData })

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (group === undefined) setIsMissing(true)
    else onChosen(group.id)
  }

  function choose(value: string): void {
    setGroup(data.find(({ id }) => String(id) === value))
    setIsMissing(false)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field label={t`Beta group`} error={isMissing ? 'MandatoryField' : undefined}>
        {(control) => (
          <Combobox
            {...control}
            name="groupId"
            options={data.map(({ id, tostring }) => ({ value: String(id), label: tostring }))}
            value={String(group?.id ?? '')}
            onChange={choose}
            onSearch={setTyped}
            shown={group?.tostring ?? ''}
            placeholder={t`Choose`}
            searchLabel={t`Search`}
            emptyText={isPending ? t`Loading` : isError ? t`This could not be loaded` : t`No results`}
          />
        )}
      </Field>
      <FormDialogFooter submitLabel={<Plural value={count} one="Add # user" other="Add # users" />} isBusy={false} onCancel={onCancel} />
    </form>
  )
}
