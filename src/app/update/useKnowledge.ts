import { useQuery } from '@tanstack/react-query'
import type { UserProduct } from '../../contract/userProduct.ts'
import { useNow } from '../browser/useNow.ts'
import { useDetector } from '../detector/device.ts'
import { useUpdateElsewhere } from '../detector/updateElsewhere.ts'
import { useCutHere, useLocalOutcomes, useOwnUpdate } from './flow/appUpdateFlow.ts'
import type { Knowledge } from './offers/knownFirmware.ts'
import { ownProducts } from './ownQueries.ts'

/** How often an open update is looked at again: it is silent a minute after it was last heard of. */
const lookEveryMs = 5_000

export function useKnowledge(): Knowledge {
  return useKnowledgeOf(useQuery(ownProducts))
}

type ListedProducts = { readonly data: readonly UserProduct[] | undefined; readonly dataUpdatedAt: number }

/** As `useKnowledge`, beside a list that is read already. */
export function useKnowledgeOf({ data, dataUpdatedAt }: ListedProducts): Knowledge {
  const outcomes = useLocalOutcomes()
  const cutHere = useCutHere()
  const own = useOwnUpdate()
  const elsewhere = useUpdateElsewhere()
  const detector = useDetector()
  const hasOpen = own === null && data?.some(({ openUpdate }) => openUpdate !== null) === true
  const now = useNow(hasOpen ? lookEveryMs : undefined).getTime()
  const isIdle = detector.status === 'connected' && own === null && elsewhere === null
  return {
    outcomes,
    cutHere,
    own,
    elsewhere: elsewhere?.progress ?? null,
    idleSerial: isIdle ? detector.identity.serialNumber : null,
    agoMs: Math.max(0, now - dataUpdatedAt),
  }
}
