import { useQuery } from '@tanstack/react-query'
import { useLastSerialNumber } from '../../../detector/detectorStore.ts'
import { ownProducts } from '../../../update/ownQueries.ts'
import { type DetectorFamily, familyOf } from '../../../../contract/detectorFamily.ts'

/** The family of the detector that this page had connected last; else of the one that was updated last, or that the person added last. */
export function useLastFamily(): DetectorFamily {
  const serialNumber = useLastSerialNumber()
  const products = useQuery(ownProducts).data ?? []
  const byUpdate = products.toSorted((one, other) => (other.lastUpdate?.date ?? '').localeCompare(one.lastUpdate?.date ?? ''))
  const last = products.find((product) => product.serialNumber === serialNumber) ?? byUpdate[0]
  return familyOf(last?.product.typeName ?? null)
}
