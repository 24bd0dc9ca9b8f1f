import { useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { cacheFirmware, type CachedFirmware } from '../../../offline/appFirmware.ts'
import { droppedByUser, mayPrefetch, usePrefetchChoice } from '../../../offline/prefetchFirmware.ts'
import { detectorOf } from '../../../update/offers/detectorFacts.ts'
import { type OfflineOffer, offlineOffers } from '../../../update/offers/offlineOffers.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'
import { signaturesOf } from '../../../update/signatures/appSignatures.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'

/** `typeIds`: of the user's detectors of that model. */
export type OfflineFirmware = OfflineOffer & { readonly productName: string; readonly typeIds: readonly number[] }

/** All firmware that the user may install on their detectors, by model, newest first. */
export function useOfflineFirmware(): readonly OfflineFirmware[] {
  const { i18n } = useLingui()
  const products = useQuery(ownProducts).data ?? []
  const knowledge = useKnowledge()
  const models = [...new Map(products.map(({ product }) => [product.id, product.name]))]
  return useQueries({
    // Only what a detector is connected for has to be heard of soon.
    queries: models.map(([id]) => ({ ...offeredFirmwares(id), refetchInterval: false as const })),
    combine: (lists) =>
      models.flatMap(([id, productName], model) => {
        const detectors = products.filter(({ product }) => product.id === id)
        const known = detectors.map((one) => detectorOf(one, knowledge))
        const typeIds = detectors.map(({ productTypeId }) => productTypeId)
        const offers = offlineOffers(lists[model]?.data ?? [], known, i18n.locale)
        return offers.map(({ firmware, role }) => ({ productName, typeIds, firmware, role }))
      }),
  })
}

/** What is downloaded before anybody asks for it: never a draft, and what is only for finishing if a detector needs it. */
export function isFetchedAhead({ role }: OfflineOffer): boolean {
  return role === 'newest' || role === 'step' || role === 'unfinished'
}

/**
 * Downloads what the detectors of each model may need next, one file after the other, once per visit. Skips files that the user has deleted. The
 * catalogues of signed releases come along: without them these could not be installed offline.
 */
export function usePrefetchFirmware(offered: readonly OfflineFirmware[], { cached }: CachedFirmware): void {
  const choice = usePrefetchChoice()
  const tried = useRef(new Set<string>())
  const last = useRef(Promise.resolve())
  const signed = offered.filter(({ firmware }) => (firmware.release?.statement ?? null) !== null)
  useQueries({ queries: [...new Set(signed.flatMap(({ typeIds }) => typeIds))].map(signaturesOf) })
  useEffect(() => {
    if (cached === null || !mayPrefetch(choice)) return
    for (const { firmware } of offered.filter(isFetchedAhead)) {
      const { sha256 } = firmware.firmwareFile
      if (cached.has(sha256) || tried.current.has(sha256) || droppedByUser().has(sha256)) continue
      tried.current.add(sha256)
      last.current = last.current.then(() => cacheFirmware(firmware.firmwareFile))
    }
  }, [offered, cached, choice])
}
