import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { userSupport } from '../../../../contract/userSupport.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { RowButton } from '../owned/RowButton.tsx'
import { Loaded } from './Loaded.tsx'

/** What staff have written down for one another about this person, who gets it only with an archive of their data. */
export function Notes({ userId }: { userId: number }) {
  const { t } = useLingui()
  const params = { id: userId }
  const notes = useQuery({ ...queryOf(api.user.getNotes, { params }), staleTime: 0 })
  const { run, question } = useAction<number>({
    asks: {
      title: t`Delete this note?`,
      description: t`Its text is gone for good. The history keeps that you deleted a note.`,
      action: t`Delete`,
    },
    send: (noteId) => api.user.removeNote({ params: { ...params, noteId } }).then(() => undefined),
  })
  return (
    <div className="flex flex-col gap-3">
      <NewNote userId={userId} />
      <Loaded
        query={notes}
        label={t`Notes by staff`}
        empty={<Trans>No note yet. The customer sees them only in an archive of their data.</Trans>}
      >
        {({ id, text, date, by, mayRemove }) => (
          <li key={id} className="flex gap-2 py-2">
            <div className="min-w-0 flex-1">
              <p className="break-words whitespace-pre-line">{text}</p>
              <p className="text-muted-foreground tabular-nums">{`${formatDateTime(date)} · ${by?.tostring ?? '–'}`}</p>
            </div>
            {mayRemove && <RowButton icon={Trash2} label={t`Delete the note of ${formatDateTime(date)}`} onClick={() => run(id)} />}
          </li>
        )}
      </Loaded>
      {question}
    </div>
  )
}

function NewNote({ userId: id }: { userId: number }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const { control, formProps, failure, isBusy, reset } = useContractForm({
    schema: userSupport.addNote.request,
    defaultValues: { text: '' },
    async send(body) {
      await api.user.addNote({ params: { id }, body, idempotencyKey })
      reset()
      setIdempotencyKey(crypto.randomUUID())
      await queryClient.invalidateQueries({ queryKey: api.user.getNotes.queryKey })
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-2">
      {failure !== null && <FormFailure failure={failure} />}
      <FormField control={control} name="text" label={t`New note`}>
        {(controlProps, field) => <Textarea {...controlProps} {...field} />}
      </FormField>
      <Button type="submit" variant="outline" size="sm" className="w-fit" isBusy={isBusy}>
        <Trans>Add note</Trans>
      </Button>
    </form>
  )
}
