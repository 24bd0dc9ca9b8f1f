import type { UserProduct } from '../../../../contract/userProduct.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import type { RefusedPurchase } from '../purchase/PurchaseDialog.tsx'
import { DeleteProduct } from './DeleteProduct.tsx'

export type OpenProductDialog =
  | { readonly kind: 'purchase'; readonly owned: UserProduct; readonly draft?: RefusedPurchase }
  | { readonly kind: 'delete'; readonly owned: UserProduct }

const PurchaseDialog = lazyDialog(async () => (await import('../purchase/PurchaseDialog.tsx')).PurchaseDialog)

/** The dialog opened from the list of detectors or from the list of refused registrations. */
export function ProductDialogs({ opened, onClose }: { opened: OpenProductDialog | null; onClose: () => void }) {
  switch (opened?.kind) {
    case undefined:
      return null
    case 'purchase':
      return <PurchaseDialog owned={opened.owned} draft={opened.draft} onClose={onClose} />
    case 'delete':
      return <DeleteProduct owned={opened.owned} onClose={onClose} />
    default:
      return opened satisfies never
  }
}
