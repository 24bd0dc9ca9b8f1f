import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { ownProducts, userProductsKey } from '../../../update/ownQueries.ts'

/** Lets the owner say that the detector works although its record says that it has no firmware. The firmware is then unknown. */
export function ConfirmWorks({ serialNumber }: { serialNumber: string }) {
  const { t } = useLingui()
  const owned = useQuery(ownProducts).data?.find((product) => product.serialNumber === serialNumber)
  if (owned === undefined) return null
  const { id, productName } = owned
  return (
    <ActionButton
      variant="ghost"
      className="-ml-3 w-fit text-muted-foreground"
      asks={{
        title: t`Does your ${productName} work again?`,
        description: t`The portal will no longer show “No firmware”. The installed version stays unknown until the next update.`,
        action: t`Yes, it works`,
        isHarmless: true,
      }}
      send={() => api.userProduct.confirmWorks({ params: { id } }).then(() => undefined)}
      refetch={userProductsKey}
    >
      <Trans>My detector works again</Trans>
    </ActionButton>
  )
}
