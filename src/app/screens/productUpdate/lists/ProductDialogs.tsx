import type { UserProduct } from '../../../../contract/userProduct.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import type { RefusedPurchase } from '../purchase/PurchaseDialog.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api } from '../../../api/api.ts'
import { Confirm } from '../../../kit/dialogs/Confirm.tsx'
import { accessoriesKey, productUpdatesKey, userProductsKey } from '../../../update/ownQueries.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'

export type OpenProductDialog =
  | { readonly kind: 'purchase'; readonly owned: UserProduct; readonly draft?: RefusedPurchase }
  | { readonly kind: 'delete'; readonly owned: UserProduct }

const PurchaseDialog = lazyDialog(async () => (await import('../purchase/PurchaseDialog.tsx')).PurchaseDialog)

/** The dialog opened from the list of detectors or from the list of refused purchases. */
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

function DeleteProduct({ owned, onClose }: { owned: UserProduct; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const { mutate } = useMutation({
    mutationFn: () => api.userProduct.delete({ params: { id: owned.id } }),
    onSuccess: () => toast.success(t`Detector ${owned.tostring} deleted`),
    onError: toastRefusal,
    onSettled: () =>
      Promise.all([userProductsKey, accessoriesKey, productUpdatesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      title={<Trans>Delete detector {owned.tostring}?</Trans>}
      description={t`It will be removed from your list along with its past updates. Its coils stay. It will come back if you connect it again.`}
      action={<Trans>Delete</Trans>}
    />
  )
}
