import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PurchaseProof } from '../../../contract/purchaseProof.ts'
import { FailedQuery } from '../failures/Failed.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { TitledDialog } from '../dialogs/TitledDialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ProofDownload } from './ProofDownload.tsx'
import { proofFile } from './proofFile.ts'
import { ProofPreview } from './ProofPreview.tsx'

const height = 'h-[min(60dvh,34rem)]'

/** Shows a stored purchase proof. The download needs the access token, so a plain link would not work. */
export function ProofDialog({ proof, onClose }: { proof: PurchaseProof; onClose: () => void }) {
  const query = useQuery(proofFile(proof.id))
  return (
    <TitledDialog
      title={<Trans>Proof of purchase</Trans>}
      description={<span className="break-all">{proof.fileName}</span>}
      width="sm:max-w-2xl"
      onClose={onClose}
    >
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
    </TitledDialog>
  )
}
