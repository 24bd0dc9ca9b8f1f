/** What the portal knows of the connected detector: whose it is, what can be installed on it. Knows no USB and draws nothing. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { DetectorAccessory } from '../../../device/workerApi.ts'
import { api } from '../../api.ts'
import { useDetector } from '../../device.ts'
import { accessoriesKey, offeredFirmwares, userProductsKey } from './ownQueries.ts'

export type ConnectedProduct = {
  readonly userProduct: UserProduct | 'loading' | 'failed'
  readonly firmwares: readonly OfferedFirmware[] | 'loading' | 'failed'
  /** Why either failed. */
  readonly error: unknown
  readonly retry: () => void
}

/** Section 4, connect sequence 4 and 5: the user product, its firmwares, and the accessories if the user product has an id. */
export function useConnectedProduct(): ConnectedProduct {
  const detector = useDetector()
  const connected = detector.status === 'connected' ? detector : null
  const identity = connected?.identity
  const queryClient = useQueryClient()

  const owned = useQuery({
    queryKey: ['userProduct', 'connected', identity?.serialNumber, identity?.productTypeId],
    enabled: identity !== undefined,
    queryFn: async ({ signal }) => {
      if (identity === undefined) throw new Error('asked only while a detector is connected')
      const { serialNumber, materialVersion, protocolVersion, productTypeId } = identity
      const body = { serialNumber, materialVersion, protocolVersion, productTypeId }
      const userProduct = await api.userProduct.getOrCreate({ body, signal })
      void queryClient.invalidateQueries({ queryKey: userProductsKey })
      return userProduct
    },
  })

  const productId = owned.data?.product.id
  const offered = useQuery({ ...offeredFirmwares(productId ?? 0), enabled: productId !== undefined })

  useSavedAccessories(owned.data?.id, connected?.accessories)

  return {
    userProduct: owned.data ?? (owned.isError ? 'failed' : 'loading'),
    firmwares: offered.data ?? (offered.isError ? 'failed' : 'loading'),
    error: owned.error ?? offered.error,
    retry: () => void (owned.isError ? owned.refetch() : offered.refetch()),
  }
}

/** Saves what the detector lists, once for each connection. A failure waits for the next one: nothing of the update depends on it. */
function useSavedAccessories(userProductId: number | undefined, accessories: readonly DetectorAccessory[] | undefined): void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (found: { userProductId: number; accessories: readonly DetectorAccessory[] }) =>
      api.accessory.createOrUpdate({
        body: { accessories: found.accessories.map((accessory) => ({ ...accessory, userProductId: found.userProductId })) },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: accessoriesKey }),
  })
  useEffect(() => {
    if (userProductId === undefined || accessories === undefined || accessories.length === 0) return
    mutate({ userProductId, accessories })
  }, [userProductId, accessories, mutate])
}
