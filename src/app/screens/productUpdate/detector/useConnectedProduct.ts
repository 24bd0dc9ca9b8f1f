/** The connected detector's user product, firmware and offers. Knows no USB and renders nothing. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { DetectorIdentity } from '../../../../device/detector.ts'
import { isServerAway } from '../../../api/queryClient.ts'
import { useDetector } from '../../../detector/device.ts'
import { useSession } from '../../../session/session.ts'
import { useIdentification } from '../../../update/useIdentification.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'

export type ConnectedProduct = {
  readonly userProduct: UserProduct | 'loading' | 'failed'
  readonly firmwares: readonly OfferedFirmware[] | 'loading' | 'failed'
  /** Why `userProduct` or `firmwares` failed. */
  readonly error: unknown
  readonly retry: () => void
  /** For the date of the offers. */
  readonly offered: UseQueryResult
  /** The server has never identified this detector, and is away now. */
  readonly isNeverSeen: boolean
}

export function useConnectedProduct(): ConnectedProduct {
  const detector = useDetector()
  const connected = detector.status === 'connected' ? detector : null
  const identification = useIdentification(connected, useSession()?.id)

  // The list is newer than the response to the connection. It also allows updates without the server, for detectors that were connected before;
  // for others nobody knows which firmware fits.
  const listed = useQuery(ownProducts).data?.find((known) => isDetector(known, connected?.identity))
  const isAway = isServerAway(identification.error)
  const userProduct = identification.userProduct === undefined ? (isAway ? listed : undefined) : (listed ?? identification.userProduct)
  const productId = userProduct?.product.id
  const offered = useQuery({ ...offeredFirmwares(productId ?? 0), enabled: productId !== undefined })

  return {
    userProduct: userProduct ?? (identification.error === null ? 'loading' : 'failed'),
    firmwares: offered.data ?? (offered.isError ? 'failed' : 'loading'),
    error: userProduct === undefined ? identification.error : offered.error,
    offered,
    isNeverSeen: userProduct === undefined && isAway,
    retry: () => (userProduct === undefined ? identification.retry() : void offered.refetch()),
  }
}

function isDetector(known: UserProduct, identity: DetectorIdentity | undefined): boolean {
  return known.serialNumber === identity?.serialNumber && known.productTypeId === identity.productTypeId
}
