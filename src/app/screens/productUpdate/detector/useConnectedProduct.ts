/** What the portal knows of the connected detector: whose it is, what is on it, what can be installed on it. Knows no USB and draws nothing. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { DetectorIdentity } from '../../../../device/detector.ts'
import { useDetector } from '../../../detector/device.ts'
import { useSession } from '../../../session/session.ts'
import { isServerAway, useRegistration } from './connection.ts'
import { offeredFirmwares, ownProducts } from '../lists/ownQueries.ts'

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

export function useConnectedProduct(): ConnectedProduct {
  const detector = useDetector()
  const connection = detector.status === 'connected' ? detector : null
  const registered = useRegistration(connection, useSession()?.id)

  // What the list says is newer than what the connection was answered; and one that is known from before can be updated without the server
  // (a never seen one cannot: nobody knows what fits it).
  const listed = useQuery(ownProducts).data?.find((known) => isDetector(known, connection?.identity))
  const isAway = isServerAway(registered.error)
  const userProduct = registered.userProduct === undefined ? (isAway ? listed : undefined) : (listed ?? registered.userProduct)
  const productId = userProduct?.product.id
  const offered = useQuery({ ...offeredFirmwares(productId ?? 0), enabled: productId !== undefined })

  return {
    userProduct: userProduct ?? (registered.error === null ? 'loading' : 'failed'),
    firmwares: offered.data ?? (offered.isError ? 'failed' : 'loading'),
    error: userProduct === undefined ? registered.error : offered.error,
    offered,
    isNeverSeen: userProduct === undefined && isAway,
    retry: () => (userProduct === undefined ? registered.retry() : void offered.refetch()),
  }
}

function isDetector(known: UserProduct, identity: DetectorIdentity | undefined): boolean {
  return known.serialNumber === identity?.serialNumber && known.productTypeId === identity.productTypeId
}
