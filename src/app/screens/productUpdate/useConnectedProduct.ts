/** What the portal knows of the connected detector: whose it is, what can be installed on it. Knows no USB and draws nothing. */
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { DetectorAccessory, DetectorIdentity } from '../../../device/workerApi.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api.ts'
import { useDetector } from '../../device.ts'
import { accessoriesKey, offeredFirmwares, ownProducts, userProductsKey } from './ownQueries.ts'

export type ConnectedProduct = {
  readonly userProduct: UserProduct | 'loading' | 'failed'
  readonly firmwares: readonly OfferedFirmware[] | 'loading' | 'failed'
  /** Why either failed. */
  readonly error: unknown
  readonly retry: () => void
  /** For the date of what is shown. */
  readonly offered: UseQueryResult<unknown>
  /** The server must be asked about this detector once, and is away. */
  readonly isNeverSeen: boolean
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

  // One that is known from before can be updated without the server (a never seen one cannot: nobody knows what fits it).
  const own = useQuery({ ...ownProducts, enabled: false })
  const isServerAway = isAway(owned.error ?? owned.failureReason)
  const lastSeen = isServerAway ? own.data?.find((known) => isDetector(known, identity)) : undefined
  const userProduct = owned.data ?? lastSeen
  const productId = userProduct?.product.id
  const offered = useQuery({ ...offeredFirmwares(productId ?? 0), enabled: productId !== undefined })

  useSavedAccessories(owned.data?.id, connected?.accessories)

  return {
    userProduct: userProduct ?? (owned.isError ? 'failed' : 'loading'),
    firmwares: offered.data ?? (offered.isError ? 'failed' : 'loading'),
    error: userProduct === undefined ? owned.error : offered.error,
    offered,
    isNeverSeen: userProduct === undefined && isServerAway,
    retry: () => void (owned.isError ? owned.refetch() : offered.refetch()),
  }
}

function isAway(error: unknown): boolean {
  if (error === null) return false
  const { code } = asAppError(error)
  return code === 'network.offline.error' || code === 'service.unavailable.error'
}

function isDetector(known: UserProduct, identity: DetectorIdentity | undefined): boolean {
  return known.serialNumber === identity?.serialNumber && known.productTypeId === identity.productTypeId
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
