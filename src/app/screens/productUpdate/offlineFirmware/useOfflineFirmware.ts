/** The firmwares of the person's own detectors, and fetching the newest of each ahead. Draws nothing. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { keepFirmware, type KeptFirmware } from '../../../offline/appFirmware.ts'
import { droppedByHand, mayFetchAhead, useFetchAheadChoice } from '../../../offline/prefetchFirmware.ts'
import { offeredFirmwares, ownProducts } from '../lists/ownQueries.ts'

/** A firmware and the model it is for; `isNewest` of those that the person may install. */
export type FieldFirmware = { readonly productName: string; readonly firmware: OfferedFirmware; readonly isNewest: boolean }

/** All that are offered for the person's models, by model, newest first. */
export function useFieldFirmware(): readonly FieldFirmware[] {
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

/** Fetches the newest of each model, one after the other, once a visit. One that was dropped by hand is not fetched again. */
export function useFetchAhead(offered: readonly FieldFirmware[], { kept }: KeptFirmware): void {
  const choice = useFetchAheadChoice()
  const tried = useRef(new Set<string>())
  const last = useRef(Promise.resolve())
  useEffect(() => {
    if (kept === null || !mayFetchAhead(choice)) return
    for (const { firmware, isNewest } of offered) {
      const { sha256 } = firmware.firmwareFile
      if (!isNewest || kept.has(sha256) || tried.current.has(sha256) || droppedByHand().has(sha256)) continue
      tried.current.add(sha256)
      last.current = last.current.then(() => keepFirmware(firmware.firmwareFile))
    }
  }, [offered, kept, choice])
}
