/** The lists of the page, each the signed-in person's own. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { onOutcomeElsewhere } from '../../../detector/updateElsewhere.ts'
import { updateFlow } from '../flow/appUpdateFlow.ts'

export const userProductsKey = ['userProduct', 'own'] as const
export const accessoriesKey = ['accessory', 'own'] as const
export const productUpdatesKey = ['productUpdate', 'own'] as const

// Another tab's update has ended: the server may know it as well by now.
onOutcomeElsewhere(() => {
  void queryClient.invalidateQueries({ queryKey: userProductsKey })
  void queryClient.invalidateQueries({ queryKey: productUpdatesKey })
})

export const ownProducts = queryOptions({
  queryKey: userProductsKey,
  queryFn: async ({ signal }) => {
    // What this computer knows of a detector gives way to an answer that was asked for after the server had heard it.
    const heard = await updateFlow.heardOutcomes()
    const products = await api.userProduct.getUserProductsForUser({ signal })
    await updateFlow.settleOutcomes(products, heard)
    return products
  },
})

export const ownAccessories = queryOptions({
  queryKey: accessoriesKey,
  queryFn: ({ signal }) => api.accessory.getUserAccessoriesForUser({ signal }),
})

export const ownUpdates = queryOptions({
  queryKey: productUpdatesKey,
  queryFn: ({ signal }) => api.productUpdate.getProductUpdatesForUser({ signal }),
})

/** What the person may install on a model, newest first. */
export function offeredFirmwares(productId: number) {
  return queryOptions({
    queryKey: ['firmware', 'offered', productId],
    queryFn: ({ signal }) => api.firmware.getAllForProductAndUser({ params: { productId }, signal }),
  })
}
