import { useQuery } from '@tanstack/react-query'
import { availableNow } from './offers/availableNow.ts'
import { knownFirmware } from './offers/knownFirmware.ts'
import { ownProducts } from './ownQueries.ts'
import { useKnowledgeOf } from './useKnowledge.ts'

/**
 * How many of the person's detectors have an update available, offline those of the last answer; 0 while nothing is known. `isAsking`: loads
 * the list, if no screen has. Without it only what a screen has loaded counts.
 */
export function useAvailableCount({ isAsking }: { isAsking: boolean }): number {
  // Once for a page: only a screen that shows the list asks again and again.
  const query = useQuery({ ...ownProducts, enabled: isAsking, refetchInterval: false })
  const knowledge = useKnowledgeOf(query)
  return (query.data ?? []).filter((owned) => availableNow(owned, knownFirmware(owned, knowledge)) !== null).length
}
