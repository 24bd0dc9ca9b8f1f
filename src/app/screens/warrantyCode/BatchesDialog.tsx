import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { batchNoteMaxLength } from '../../../contract/rules.ts'
import { type CodeBatch, warrantyCode } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Empty } from '../../kit/pages/Empty.tsx'
import { FailedQuery } from '../../kit/failures/Failed.tsx'
import { FormField } from '../../kit/fields/FormField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { ActionDialog } from '../../kit/form/ActionDialog.tsx'
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

type BatchDialogProps = { batch: CodeBatch; onClose: () => void }

/** What the codes are for, or where they went. */
function BatchNoteDialog({ batch: { id, note, createdAt }, onClose }: BatchDialogProps) {
  const { t } = useLingui()
  return (
    <ActionDialog
      title={t`Note on the codes of ${formatDateTime(createdAt)}`}
      description={t`For all staff who see this batch; customers never see it.`}
      schema={warrantyCode.setBatchNote.request}
      defaultValues={{ note }}
      action={t`Save`}
      send={async (body) => {
        await api.warrantyCode.setBatchNote({ params: { id }, body })
      }}
      refetch={['warrantyCode']}
      onClose={onClose}
    >
      {({ control }) => (
        <FormField control={control} name="note" label={t`Note`} help={t`At most ${batchNoteMaxLength} characters`}>
          {(controlProps, field) => <Textarea {...controlProps} {...field} />}
        </FormField>
      )}
    </ActionDialog>
  )
}

/** Makes the unused codes of a batch void, for good. */
function RecallDialog({ batch: { id, nbCode, nbUsed, createdAt }, onClose }: BatchDialogProps) {
  const { t, i18n } = useLingui()
  return (
    <ActionDialog
      title={t`Recall the codes of ${formatDateTime(createdAt)}?`}
      description={t`Nobody can use its unused codes any more, and this cannot be undone. Codes that are used already keep their extension.`}
      schema={warrantyCode.recallBatch.request}
      defaultValues={{ reason: '' }}
      action={<Plural value={nbCode - nbUsed} one="Recall # code" other="Recall # codes" />}
      isDestructive
      send={async (body) => {
        const { nbVoid } = await api.warrantyCode.recallBatch({ params: { id }, body })
        return nbVoid === 1 ? t`1 code is void` : t`${i18n.number(nbVoid)} codes are void`
      }}
      refetch={['warrantyCode']}
      // Somebody else was quicker; the list shows their reason.
      isOver={({ code }) => code === 'changed.meanwhile.error'}
      onClose={onClose}
    >
      {({ control }) => <TextField control={control} name="reason" label={t`Reason`} autoComplete="off" />}
    </ActionDialog>
  )
}
