import { useQuery } from '@tanstack/react-query'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { settledHere } from '../../../update/offers/knownFirmware.ts'
import { keptBecause } from '../../../update/offers/nextOffer.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { useKeptText } from '../support/useKeptText.ts'

/**
 * Why the server has refused a start, by the list that is fetched after it (ownQueries.ts); `reason` is null where that does not say, and for
 * every other failure.
 */
export function useStartRefusal({ cause, target }: FailedUpdate): { readonly isPending: boolean; readonly reason: string | null } {
  const knowledge = useKnowledge()
  const keptText = useKeptText()
  const product = useQuery(ownProducts).data?.find(({ id }) => id === target.userProductId)
  const isRefused = cause === 'release.not.offered.error' && product !== undefined
  const offered = useQuery({ ...offeredFirmwares(product?.product.id ?? 0), enabled: isRefused })
  if (!isRefused) return { isPending: false, reason: null }
  if (offered.isFetching) return { isPending: true, reason: null }
  const firmware = offered.data?.find(({ id }) => id === target.firmwareId)
  const hardwareVersion = product.materialVersion
  const detector = { userProductId: product.id, hardwareVersion, known: settledHere(product, knowledge), appBuild: builtNumber }
  const because = firmware === undefined ? null : keptBecause(firmware, offered.data ?? [], detector)
  return { isPending: false, reason: firmware === undefined || because === null ? null : keptText({ firmware, because }) }
}
