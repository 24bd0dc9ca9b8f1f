import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { CodeBatch } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { Empty } from '../../kit/pages/Empty.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BatchNoteDialog } from './BatchNoteDialog.tsx'
import { CodeBatchRow } from './CodeBatchRow.tsx'
import { RecallDialog } from './RecallDialog.tsx'
import { useDownload } from '../../kit/table/useDownload.ts'
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
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`} width="sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>
            <Trans>Earlier batches</Trans>
          </DialogTitle>
          <DialogDescription>
            <Trans>
              Codes that were generated together. Their file can be downloaded again. If a file leaks, administrators and marketing can
              recall its codes.
            </Trans>
          </DialogDescription>
        </DialogHeader>
        {batches.isPending && <Skeleton className="h-40 w-full" />}
        {batches.isError && <Failed error={batches.error} onRetry={() => void batches.refetch()} isRetrying={batches.isFetching} />}
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
      </DialogContent>
    </Dialog>
  )
}
