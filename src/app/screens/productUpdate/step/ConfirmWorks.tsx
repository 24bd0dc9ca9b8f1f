import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import { api } from '../../../api/api.ts'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import { Button } from '../../../ui/button.tsx'
import { ownProducts, userProductsKey } from '../../../update/ownQueries.ts'

/** Lets the owner say that the detector works although its record says that it has no firmware. The firmware is then unknown. */
export function ConfirmWorks({ serialNumber }: { serialNumber: string }) {
  const { t } = useLingui()
  const owned = useQuery(ownProducts).data?.find((product) => product.serialNumber === serialNumber)
  const { run, isBusy, question } = useAction<UserProduct>({
    asks: ({ productName }) => ({
      title: t`Does your ${productName} work again?`,
      description: t`The portal will no longer show “No firmware”. The installed version stays unknown until the next update.`,
      action: t`Yes, it works`,
      isHarmless: true,
    }),
    send: ({ id }) => api.userProduct.confirmWorks({ params: { id } }).then(() => undefined),
    refetch: userProductsKey,
  })
  if (owned === undefined) return null
  return (
    <>
      <Button variant="ghost" size="sm" className="-ml-3 w-fit text-muted-foreground" isBusy={isBusy} onClick={() => run(owned)}>
        <Trans>My detector works again</Trans>
      </Button>
      {question}
    </>
  )
}
