import { Trans, useLingui } from '@lingui/react/macro'
import { batchNoteMaxLength } from '../../../contract/rules.ts'
import { type CodeBatch, warrantyCode } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { FormField } from '../../kit/fields/FormField.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useBatchForm } from './useBatchForm.ts'

type BatchNoteDialogProps = { batch: CodeBatch; onClose: () => void }

/** What the codes are for, or where they went. */
export function BatchNoteDialog(props: BatchNoteDialogProps) {
  return (
    <FormDialog
      title={<Trans>Note on the codes of {formatDateTime(props.batch.createdAt)}</Trans>}
      description={<Trans>For all staff who see this batch; customers never see it.</Trans>}
      onClose={props.onClose}
    >
      {(controls) => <NoteForm {...props} {...controls} />}
    </FormDialog>
  )
}

function NoteForm({ batch: { id, note }, onClose, onChanged, onCancel }: BatchNoteDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const { control, formProps, failure, isBusy } = useBatchForm({
    schema: warrantyCode.setBatchNote.request,
    defaultValues: { note },
    async send(body) {
      await api.warrantyCode.setBatchNote({ params: { id }, body })
    },
    onChanged,
    onClose,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <FormField control={control} name="note" label={t`Note`} help={t`At most ${batchNoteMaxLength} characters`}>
        {(controlProps, field) => <Textarea {...controlProps} {...field} />}
      </FormField>
      <FormDialogFooter submitLabel={<Trans>Save</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
