import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { toast } from 'sonner'
import { batchNoteMaxLength } from '../../../contract/rules.ts'
import { type CodeBatch, warrantyCode } from '../../../contract/warrantyCode.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { Empty } from '../../kit/pages/Empty.tsx'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useRefusalToast } from '../../kit/failures/useRefusalToast.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { TitledDialog } from '../../kit/dialogs/TitledDialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CodeBatchRow } from './CodeBatchRow.tsx'
import { useDownload } from '../../kit/table/useDownload.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useCodesFilename } from './useCodesFilename.ts'

/** What has been generated, newest first; the file of each batch can be downloaded again. */
export function BatchesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const batches = useQuery({ ...queryOf(api.warrantyCode.getBatches), refetchOnMount: 'always' })
  const downloading = useDownload({
    send: ({ id }: CodeBatch) => api.warrantyCode.downloadBatch({ params: { id } }),
    filename: useCodesFilename(),
  })
  const [change, setChange] = useState<{ to: 'note' | 'recall'; batch: CodeBatch } | null>(null)
  const endChange = () => setChange(null)
  if (change?.to === 'note') return <BatchNoteDialog batch={change.batch} onClose={endChange} />
  if (change?.to === 'recall') return <RecallDialog batch={change.batch} onClose={endChange} />
  return (
    <TitledDialog
      title={<Trans>Earlier batches</Trans>}
      description={
        <Trans>
          Codes that were generated together. Their file can be downloaded again. If a file leaks, administrators and marketing can recall
          its codes.
        </Trans>
      }
      width="sm:max-w-2xl"
      onClose={onClose}
    >
      {batches.isPending && <Skeleton className="h-40 w-full" />}
      {batches.isError && <FailedQuery query={batches} />}
      {batches.data?.length === 0 && <Empty icon={Inbox} title={t`Nothing here yet`} />}
      {batches.data && batches.data.length > 0 && (
        <ul className="-mx-1 flex max-h-[60dvh] flex-col divide-y overflow-y-auto px-1">
          {batches.data.map((batch) => (
            <CodeBatchRow
              key={batch.id}
              batch={batch}
              isBusy={downloading.isPending && downloading.variables.id === batch.id}
              onDownload={() => downloading.mutate(batch)}
              onNote={() => setChange({ to: 'note', batch })}
              onRecall={() => setChange({ to: 'recall', batch })}
            />
          ))}
        </ul>
      )}
    </TitledDialog>
  )
}

type BatchNoteDialogProps = { batch: CodeBatch; onClose: () => void }

/** What the codes are for, or where they went. */
function BatchNoteDialog(props: BatchNoteDialogProps) {
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

type RecallDialogProps = { batch: CodeBatch; onClose: () => void }

/** Makes the unused codes of a batch void, for good. */
function RecallDialog(props: RecallDialogProps) {
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

type FormOptions<T extends FieldValues> = Parameters<typeof useContractForm<T>>[0]
type BatchFormOptions<T extends FieldValues> = Pick<FormOptions<T>, 'schema' | 'defaultValues' | 'send'> &
  Pick<FormDialogControls, 'onChanged'> &
  Pick<ComponentProps<typeof FormDialog>, 'onClose'>

/** The form of a dialog that changes a batch: the batches and codes are loaded anew before it closes. */
function useBatchForm<T extends FieldValues>({ schema, defaultValues, send, onChanged, onClose }: BatchFormOptions<T>) {
  const queryClient = useQueryClient()
  return useContractForm<T>({
    schema,
    defaultValues,
    async send(values) {
      await send(values)
      await queryClient.invalidateQueries({ queryKey: ['warrantyCode'] })
      onClose()
    },
    onChanged,
  })
}
