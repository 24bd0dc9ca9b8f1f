/** The lists of the page, each the signed-in person's own. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { onOutcomeElsewhere } from '../../../detector/updateElsewhere.ts'
import { updateFlow } from '../flow/appUpdateFlow.ts'

export const userProductsKey = api.userProduct.getUserProductsForUser.queryKey
export const accessoriesKey = api.accessory.getUserAccessoriesForUser.queryKey
export const productUpdatesKey = api.productUpdate.getProductUpdatesForUser.queryKey

// Another tab's update has ended: the server may know it as well by now.
onOutcomeElsewhere(() => {
  void queryClient.invalidateQueries({ queryKey: userProductsKey })
  void queryClient.invalidateQueries({ queryKey: productUpdatesKey })
})

export const ownProducts = queryOptions({
  queryKey: userProductsKey,
  queryFn: async ({ signal }) => {
    // What this computer knows of a detector gives way to an answer that was asked for after the server had heard it.
    const delivered = await updateFlow.deliveredOutcomes()
    const products = await api.userProduct.getUserProductsForUser({ signal })
    await updateFlow.settleOutcomes(products, delivered)
    return products
  },
})

export const ownAccessories = queryOf(api.accessory.getUserAccessoriesForUser)

export const ownUpdates = queryOf(api.productUpdate.getProductUpdatesForUser)

/** What the person may install on a model, newest first. */
export function offeredFirmwares(productId: number) {
  return queryOf(api.firmware.getAllForProductAndUser, { params: { productId } })
}
