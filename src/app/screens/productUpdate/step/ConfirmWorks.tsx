import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { Button } from '../../../ui/button.tsx'
import { ownProducts, userProductsKey } from '../../../update/ownQueries.ts'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'

/** Lets the owner say that the detector works although its record says that it has no firmware. The firmware is then unknown. */
export function ConfirmWorks({ serialNumber }: { serialNumber: string }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const { ask, question } = useConfirm()
  const owned = useQuery(ownProducts).data?.find((product) => product.serialNumber === serialNumber)
  const confirming = useMutation({
    mutationFn: (id: number) => api.userProduct.confirmWorks({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userProductsKey }),
    onError: toastRefusal,
  })
  if (owned === undefined) return null
  const { id, productName } = owned

  async function confirm(): Promise<void> {
    const isSure = await ask({
      title: t`Does your ${productName} work again?`,
      description: t`The portal will no longer show “No firmware”. The installed version stays unknown until the next update.`,
      action: t`Yes, it works`,
      isHarmless: true,
    })
    if (isSure) confirming.mutate(id)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3 w-fit text-muted-foreground"
        isBusy={confirming.isPending}
        onClick={() => void confirm()}
      >
        <Trans>My detector works again</Trans>
      </Button>
      {question}
    </>
  )
}
