import { useQuery } from '@tanstack/react-query'
import { ownProducts } from '../../../update/ownQueries.ts'
import { type DetectorFamily, familyOf } from './detectorFamily.ts'

/** The family of the detector that the person added last. */
export function useLastFamily(): DetectorFamily {
  return familyOf(useQuery(ownProducts).data?.[0]?.product.typeName ?? null)
}
