import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { FailedQuery } from '../failures/Failed.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofDownload } from './ProofDownload.tsx'
import { proofFile } from './proofFile.ts'
import { ProofPreview } from './ProofPreview.tsx'

const height = 'h-[min(60dvh,34rem)]'

/** Shows a stored purchase proof. The download needs the access token, so a plain link would not work. */
export function ProofDialog({ proof, onClose }: { proof: PurchaseProof; onClose: () => void }) {
  const { t } = useLingui()
  const query = useQuery(proofFile(proof.id))
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
        {query.isError && <FailedQuery query={query} />}
        {query.data !== undefined && (
          <>
            <ProofPreview content={query.data} name={proof.fileName} className={height} />
            <DialogFooter>
              <ProofDownload content={query.data} name={proof.fileName} />
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}
