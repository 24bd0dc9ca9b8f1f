import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download, Inbox } from 'lucide-react'
import type { CodeBatch } from '../../../contract/warrantyCode.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Empty } from '../../kit/pages/Empty.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDownload } from './useDownload.ts'

/** What has been generated, newest first; the file of each batch can be downloaded again. */
export function BatchesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const batches = useQuery({ ...queryOf(api.warrantyCode.getBatches), refetchOnMount: 'always' })
  const downloading = useDownload(({ id }: CodeBatch) => api.warrantyCode.downloadBatch({ params: { id } }))
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`} width="sm:max-w-xl">
        <DialogHeader>
          <DialogTitle>
            <Trans>Earlier batches</Trans>
          </DialogTitle>
          <DialogDescription>
            <Trans>Codes that were generated together. Their file can be downloaded again.</Trans>
          </DialogDescription>
        </DialogHeader>
        {batches.isPending && <Skeleton className="h-40 w-full" />}
        {batches.isError && <Failed error={batches.error} onRetry={() => void batches.refetch()} isRetrying={batches.isFetching} />}
        {batches.data?.length === 0 && <Empty icon={Inbox} title={t`Nothing here yet`} />}
        {batches.data && batches.data.length > 0 && (
          <ul className="-mx-1 flex max-h-[60dvh] flex-col divide-y overflow-y-auto px-1">
            {batches.data.map((batch) => (
              <Batch
                key={batch.id}
                batch={batch}
                isBusy={downloading.isPending && downloading.variables.id === batch.id}
                onDownload={() => downloading.mutate(batch)}
              />
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  )
}

function Batch({ batch, isBusy, onDownload }: { batch: CodeBatch; isBusy: boolean; onDownload: () => void }) {
  const { t } = useLingui()
  const { createdAt, nbCode, nbUsed, isGifted, user } = batch
  const date = formatDateTime(createdAt)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span>
            <Plural value={nbCode} one="# code" other="# codes" />
          </span>
          {isGifted && (
            <Badge variant="secondary">
              <Trans>Gifted</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted-foreground">
          {date}
          {user && <> · {user.tostring}</>} · <Plural value={nbUsed} one="# used" other="# used" />
        </p>
      </div>
      <Button variant="outline" size="sm" isBusy={isBusy} aria-label={t`Download the codes of ${date}`} onClick={onDownload}>
        {!isBusy && <Download aria-hidden />}
        <Trans>Download</Trans>
      </Button>
    </li>
  )
}
