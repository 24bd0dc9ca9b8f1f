import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import { type CodeBatch, warrantyCode } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'
import { TextField } from '../../kit/fields/TextField.tsx'
import { asAppError } from '../../../errors.ts'
import { useBatchForm } from './useBatchForm.ts'

type RecallDialogProps = { batch: CodeBatch; onClose: () => void }

/** Makes the unused codes of a batch void, for good. */
export function RecallDialog(props: RecallDialogProps) {
  return (
    <FormDialog
      title={<Trans>Recall the codes of {formatDateTime(props.batch.createdAt)}?</Trans>}
      description={
        <Trans>
          Nobody can use its unused codes any more, and this cannot be undone. Codes that are used already keep their extension.
        </Trans>
      }
      onClose={props.onClose}
    >
      {(controls) => <RecallForm {...props} {...controls} />}
    </FormDialog>
  )
}

function RecallForm({ batch: { id, nbCode, nbUsed }, onClose, onChanged, onCancel }: RecallDialogProps & FormDialogControls) {
  const { t, i18n } = useLingui()
  const toastRefusal = useRefusalToast()
  const { control, formProps, failure, isBusy } = useBatchForm({
    schema: warrantyCode.recallBatch.request,
    defaultValues: { reason: '' },
    async send(body) {
      try {
        const { nbVoid } = await api.warrantyCode.recallBatch({ params: { id }, body })
        toast.success(nbVoid === 1 ? t`1 code is void` : t`${i18n.number(nbVoid)} codes are void`)
      } catch (error) {
        if (asAppError(error).code !== 'changed.meanwhile.error') throw error
        // Somebody else was quicker; the list shows their reason.
        toastRefusal(error)
      }
    },
    onChanged,
    onClose,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <TextField control={control} name="reason" label={t`Reason`} autoComplete="off" />
      <FormDialogFooter
        submitLabel={<Plural value={nbCode - nbUsed} one="Recall # code" other="Recall # codes" />}
        isBusy={isBusy}
        onCancel={onCancel}
      />
    </form>
  )
}
