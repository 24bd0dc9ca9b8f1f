import { useQuery } from '@tanstack/react-query'
import { updateFlow } from './flow/appUpdateFlow.ts'
import { isRunning } from './flow/flowState.ts'
import { availableNow } from './offers/availableNow.ts'
import { knownFirmware } from './offers/knownFirmware.ts'
import { ownProducts } from './ownQueries.ts'
import { useKnowledgeOf } from './useKnowledge.ts'

/** An app that is left open learns of a new release within this time. Screens that show the list ask far more often. */
const lookEveryMs = 60 * 60_000

/** As the screens do, not while this page updates a detector. */
const refetchInterval = () => (isRunning(updateFlow.state()) ? false : lookEveryMs)

/**
 * How many of the person's detectors have an update available, offline those of the last answer; undefined while nothing is known. `isAsking`:
 * loads the list, if no screen has. Without it only what a screen has loaded counts.
 */
export function useAvailableCount({ isAsking }: { isAsking: boolean }): number | undefined {
  const query = useQuery({ ...ownProducts, enabled: isAsking, refetchInterval })
  const knowledge = useKnowledgeOf(query)
  return query.data?.filter((owned) => availableNow(owned, knownFirmware(owned, knowledge)) !== null).length
}
