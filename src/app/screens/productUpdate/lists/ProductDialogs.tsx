import type { UserProduct } from '../../../../contract/userProduct.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import type { RefusedPurchase } from '../purchase/PurchaseDialog.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { api } from '../../../api/api.ts'
import { Confirm } from '../../../kit/dialogs/Confirm.tsx'
import { accessoriesKey, ownProducts, productUpdatesKey, userProductsKey } from '../../../update/ownQueries.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'

export type OpenProductDialog =
  | { readonly kind: 'purchase'; readonly owned: UserProduct; readonly draft?: RefusedPurchase }
  | { readonly kind: 'rename'; readonly owned: UserProduct }
  /** `onGone`: called once it has left the list. */
  | { readonly kind: 'remove'; readonly owned: UserProduct; readonly onGone: () => void }

const PurchaseDialog = lazyDialog(async () => (await import('../purchase/PurchaseDialog.tsx')).PurchaseDialog)
const RenameDialog = lazyDialog(async () => (await import('./RenameDialog.tsx')).RenameDialog)

/** The dialog opened from a detector, or from the list of refused purchases. */
export function ProductDialogs({ opened, onClose }: { opened: OpenProductDialog | null; onClose: () => void }) {
  switch (opened?.kind) {
    case undefined:
      return null
    case 'purchase':
      return <PurchaseDialog owned={opened.owned} draft={opened.draft} onClose={onClose} />
    case 'rename':
      return <RenameDialog owned={opened.owned} onClose={onClose} />
    case 'remove':
      return <RemoveProduct owned={opened.owned} onGone={opened.onGone} onClose={onClose} />
    default:
      return opened satisfies never
  }
}

type RemoveProductProps = { owned: UserProduct; onGone: () => void; onClose: () => void }

/** What was registered stays with the maker, as its calls say (contract/userProduct.ts). */
function RemoveProduct({ owned, onGone, onClose }: RemoveProductProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const name = owned.tostring
  const { mutate } = useMutation({
    mutationFn: () => api.userProduct.delete({ params: { id: owned.id } }),
    onSuccess: () => toast.success(t`${name} is no longer in your list`),
    onError: toastRefusal,
    async onSettled() {
      await Promise.all([userProductsKey, accessoriesKey, productUpdatesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      if (queryClient.getQueryData(ownProducts.queryKey)?.every(({ id }) => id !== owned.id) === true) onGone()
    },
  })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      onConfirm={() => mutate()}
      title={<Trans>Remove {name} from your list?</Trans>}
      description={
        <>
          <Trans>The detector and its past updates leave your list. Its coils stay in your list, as coils without a detector.</Trans>{' '}
          <Trans>
            The maker keeps the record of its warranty, and which codes were used for its coils. If you connect it again, it comes back.
          </Trans>
        </>
      }
      action={<Trans>Remove it</Trans>}
    />
  )
}
