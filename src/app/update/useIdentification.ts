/**
 * Identifies each connected detector with the server, which returns its user product, then saves the accessories that it lists (the
 * specification, section 4). Does so once per connection, however often the page opens. Renders nothing.
 */
import { type MutationFilters, type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UserProduct } from '../../contract/userProduct.ts'
import { api } from '../api/api.ts'
import { isServerAway } from '../api/queryClient.ts'
import { isServerReached } from '../api/serverReachability.ts'
import type { ConnectedDetector } from '../detector/detectorStore.ts'
import { accessoriesKey, userProductsKey } from './ownQueries.ts'

export type Identification = {
  readonly userProduct: UserProduct | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** Identifies the connected detector for the signed-in user. Retries when the server is back, if that was what failed. */
export function useIdentification(detector: ConnectedDetector | null, owner: number | undefined): Identification {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: keyFor(owner),
    mutationFn: identify,
    // Until another user signs in: the page may be closed and opened again during one connection.
    gcTime: Infinity,
    onSuccess(userProduct, { accessories }) {
      void queryClient.invalidateQueries({ queryKey: userProductsKey })
      if (accessories.length > 0) void saveAccessories(userProduct.id, accessories)
    },
  })

  /** The next connection tries again after a failure: the update does not depend on it. */
  async function saveAccessories(userProductId: number, accessories: ConnectedDetector['accessories']): Promise<void> {
    const body = { accessories: accessories.map((accessory) => ({ ...accessory, userProductId })) }
    await api.accessory.createOrUpdate({ body }).then(
      () => queryClient.invalidateQueries({ queryKey: accessoriesKey }),
      () => {},
    )
  }

  useEffect(() => {
    if (detector === null || owner === undefined) return undefined
    const attempts = () => queryClient.getMutationCache().findAll(attemptsAt(detector, owner))
    if (attempts().length === 0) mutate(detector)
    return isServerReached.subscribe((isReached) => {
      const last = attempts().at(-1)?.state
      if (last?.status === 'error' && isReached && isServerAway(last.error)) mutate(detector)
    }).unsubscribe
  }, [detector, owner, mutate, queryClient])

  const last = useMutationState<MutationState<UserProduct, Error, ConnectedDetector>>({ filters: attemptsAt(detector, owner) }).at(-1)
  return {
    userProduct: last?.data,
    error: last?.error ?? null,
    retry: () => {
      if (detector !== null) mutate(detector)
    },
  }
}

function keyFor(owner: number | undefined) {
  return ['identify', owner] as const
}

/** Matches the attempts to identify one connection: a detector that is connected again is another object. */
function attemptsAt(detector: ConnectedDetector | null, owner: number | undefined): MutationFilters {
  return { mutationKey: keyFor(owner), predicate: ({ state }) => state.variables === detector }
}

function identify({ identity }: ConnectedDetector): Promise<UserProduct> {
  const { serialNumber, materialVersion, protocolVersion, productTypeId } = identity
  return api.userProduct.getOrCreate({ body: { serialNumber, materialVersion, protocolVersion, productTypeId } })
}
