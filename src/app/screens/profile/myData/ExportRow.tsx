import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { toast } from 'sonner'
import type { DataExport } from '../../../../contract/leaving.ts'
import { api } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useBytesText } from '../../../i18n/measures.ts'
import { useDownload } from '../../../kit/table/useDownload.ts'
import { Button } from '../../../ui/button.tsx'

type ExportRowProps = { dataExport: DataExport; isReadOnly: boolean }

/** An archive: when it was asked for, and until when it can be downloaded. */
export function ExportRow({ dataExport: { id, requestedAt, isByStaff, sizeBytes, hasFailed, expiresAt }, isReadOnly }: ExportRowProps) {
  const { t } = useLingui()
  const bytesText = useBytesText()
  const downloading = useDownload({
    send: () => api.leaving.downloadExport({ body: { exportId: id } }),
    filename: () => 'archive.zip',
    onSaved: () => void toast.success(t`Archive saved`),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0">
        <p>
          {isByStaff ? (
            <Trans>Requested by our staff on {formatDateTime(requestedAt)}</Trans>
          ) : (
            <Trans>Requested on {formatDateTime(requestedAt)}</Trans>
          )}
        </p>
        <p className="text-muted-foreground">
          {hasFailed ? (
            <Trans>It could not be prepared. We will try again; you can also start it anew.</Trans>
          ) : sizeBytes === null ? (
            <Trans>Being prepared. You will get an email.</Trans>
          ) : (
            <Trans>
              {bytesText(sizeBytes)}, until {formatDateTime(expiresAt)}
            </Trans>
          )}
        </p>
      </div>
      {sizeBytes !== null && !isReadOnly && (
        <Button variant="outline" size="sm" isBusy={downloading.isPending} onClick={() => downloading.mutate()}>
          <Download aria-hidden />
          <Trans>Download</Trans>
        </Button>
      )}
    </li>
  )
}
