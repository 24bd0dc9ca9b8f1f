/** The lists of the page, each the signed-in person's own. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

export const userProductsKey = ['userProduct', 'own'] as const
export const accessoriesKey = ['accessory', 'own'] as const
export const productUpdatesKey = ['productUpdate', 'own'] as const

export const ownProducts = queryOptions({
  queryKey: userProductsKey,
  queryFn: ({ signal }) => api.userProduct.getUserProductsForUser({ signal }),
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
