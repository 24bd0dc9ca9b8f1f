import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { cacheFirmware, type CachedFirmware } from '../../../offline/appFirmware.ts'
import { droppedByUser, mayPrefetch, usePrefetchChoice } from '../../../offline/prefetchFirmware.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'

/** `isNewest`: the newest that this user may install on this model. */
export type OfflineFirmware = { readonly productName: string; readonly firmware: OfferedFirmware; readonly isNewest: boolean }

/** All firmware offered for the user's models, by model, newest first. */
export function useOfflineFirmware(): readonly OfflineFirmware[] {
  const products = useQuery(ownProducts).data ?? []
  const models = [...new Map(products.map(({ product }) => [product.id, product.name]))]
  return useQueries({
    queries: models.map(([id]) => offeredFirmwares(id)),
    combine: (lists) =>
      lists.flatMap(({ data = [] }, model) =>
        data.map((firmware, index) => ({ productName: models[model]?.[1] ?? '', firmware, isNewest: index === 0 })),
      ),
  })
}

/** Downloads the newest firmware of each model, one after the other, once per visit. Skips files that the user has deleted. */
export function usePrefetchFirmware(offered: readonly OfflineFirmware[], { cached }: CachedFirmware): void {
  const choice = usePrefetchChoice()
  const tried = useRef(new Set<string>())
  const last = useRef(Promise.resolve())
  useEffect(() => {
    if (cached === null || !mayPrefetch(choice)) return
    for (const { firmware, isNewest } of offered) {
      const { sha256 } = firmware.firmwareFile
      if (!isNewest || cached.has(sha256) || tried.current.has(sha256) || droppedByUser().has(sha256)) continue
      tried.current.add(sha256)
      last.current = last.current.then(() => cacheFirmware(firmware.firmwareFile))
    }
  }, [offered, cached, choice])
}
