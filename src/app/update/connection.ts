/**
 * Saves the user product of each connection, then the accessories that the detector lists (the specification, section 4, connect sequence 4 and
 * 5). Does so once per connection, however often the page opens. Renders nothing.
 */
import { MutationObserver, type MutationObserverResult } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { useEffect } from 'react'
import type { UserProduct } from '../../contract/userProduct.ts'
import { asAppError } from '../../errors.ts'
import { api } from '../api/api.ts'
import type { DetectorState } from '../detector/detectorStore.ts'
import { queryClient } from '../api/queryClient.ts'
import { isServerReached } from '../api/serverReachability.ts'
import { accessoriesKey, userProductsKey } from './ownQueries.ts'

export type Connection = Extract<DetectorState, { status: 'connected' }>
type Registration = MutationObserver<UserProduct, Error, Connection>

export type Registered = {
  readonly userProduct: UserProduct | undefined
  readonly error: Error | null
  readonly retry: () => void
}

const registrations = new WeakMap<Connection, { readonly owner: number; readonly registration: Registration }>()
/** The registration of the newest connection and its state. */
type Current = {
  readonly registration: Registration
  readonly owner: number
  readonly result: MutationObserverResult<UserProduct, Error, Connection>
}
const current = new Store<Current | null>(null)
let stopFollowing = () => {}

/** Registers the connected detector for the signed-in user. Retries when the server is back, if that was what failed. */
export function useRegistration(connection: Connection | null, owner: number | undefined): Registered {
  useEffect(() => {
    if (connection === null || owner === undefined) return undefined
    const registration = registrationOf(connection, owner)
    show(registration, owner)
    return isServerReached.subscribe((isReached) => {
      const { status, error } = registration.getCurrentResult()
      if (status === 'error' && isReached && isServerAway(error)) begin(registration, connection)
    }).unsubscribe
  }, [connection, owner])

  const shown = useSelector(current)
  const isThis = shown !== null && shown.result.variables === connection && shown.owner === owner
  return {
    userProduct: isThis ? shown.result.data : undefined,
    error: isThis ? shown.result.error : null,
    retry: () => {
      if (connection !== null && shown !== null) begin(shown.registration, connection)
    },
  }
}

function show(registration: Registration, owner: number): void {
  if (registration === current.state?.registration) return
  function follow(): void {
    current.setState(() => ({ registration, owner, result: registration.getCurrentResult() }))
  }
  stopFollowing()
  stopFollowing = registration.subscribe(follow)
  follow()
}

/** The result contains the error. */
function begin(registration: Registration, connection: Connection): void {
  registration.mutate(connection).catch(() => {})
}

export function isServerAway(error: unknown): boolean {
  if (error === null) return false
  const { code } = asAppError(error)
  return code === 'network.offline.error' || code === 'service.unavailable.error'
}

function registrationOf(connection: Connection, owner: number): Registration {
  const known = registrations.get(connection)
  if (known?.owner === owner) return known.registration
  const registration = new MutationObserver<UserProduct, Error, Connection>(queryClient, {
    mutationFn: register,
    onSuccess: (userProduct, { accessories }) => {
      void queryClient.invalidateQueries({ queryKey: userProductsKey })
      if (accessories.length > 0) void saveAccessories(userProduct.id, accessories)
    },
  })
  registrations.set(connection, { owner, registration })
  begin(registration, connection)
  return registration
}

function register({ identity }: Connection): Promise<UserProduct> {
  const { serialNumber, materialVersion, protocolVersion, productTypeId } = identity
  return api.userProduct.getOrCreate({ body: { serialNumber, materialVersion, protocolVersion, productTypeId } })
}

/** The next connection tries again after a failure: the update does not depend on it. */
async function saveAccessories(userProductId: number, accessories: Connection['accessories']): Promise<void> {
  const body = { accessories: accessories.map((accessory) => ({ ...accessory, userProductId })) }
  await api.accessory.createOrUpdate({ body }).then(
    () => queryClient.invalidateQueries({ queryKey: accessoriesKey }),
    () => {},
  )
}
