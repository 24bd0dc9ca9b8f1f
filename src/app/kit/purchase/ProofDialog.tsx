import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { api } from '../../api/api.ts'
import { Failed } from '../failures/Failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofPreview } from './ProofPreview.tsx'

const height = 'h-[min(60dvh,34rem)]'

/** Shows a stored purchase proof. The download needs the access token, so a plain link would not work. */
export function ProofDialog({ proof, onClose }: { proof: PurchaseProof; onClose: () => void }) {
  const { t } = useLingui()
  const request = { query: { id: proof.id } }
  const query = useQuery({
    queryKey: [...api.file.showFileFromWeb.queryKey, request],
    // A file never changes: another proof has another id.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.file.showFileFromWeb({ ...request, signal })).blob(),
  })
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`} width="sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>
            <Trans>Proof of purchase</Trans>
          </DialogTitle>
          <DialogDescription className="break-all">{proof.fileName}</DialogDescription>
        </DialogHeader>
        {query.isPending && <Skeleton className={`w-full ${height}`} />}
        {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
        {query.data !== undefined && (
          <>
            <ProofPreview content={query.data} name={proof.fileName} className={height} />
            <DialogFooter>
              <DownloadButton content={query.data} name={proof.fileName} />
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

function DownloadButton({ content, name }: { content: Blob; name: string }) {
  function download(): void {
    const url = URL.createObjectURL(content)
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button variant="outline" onClick={download}>
      <Download aria-hidden />
      <Trans>Download</Trans>
    </Button>
  )
}
