/** The queries of the page's lists, which belong to the signed-in user. */
import { heardWithinMs, renewEveryMs } from '../../contract/openUpdate.ts'
import type { UserProduct } from '../../contract/userProduct.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryOf } from '../api/queryOf.ts'
import { queryClient } from '../api/queryClient.ts'
import { onOutcomeElsewhere } from '../detector/updateElsewhere.ts'
import { appOutbox } from '../outbox/appOutbox.ts'
import { lastEnd, updateFlow } from './flow/appUpdateFlow.ts'
import { isRunning } from './flow/flowState.ts'
import { isStillTrue, knowledgeOf, knownFirmware } from './offers/knownFirmware.ts'
import type { LastEnd } from './records/lastEnd.ts'

export const userProductsKey = api.userProduct.getUserProductsForUser.queryKey
export const accessoriesKey = api.accessory.getUserAccessoriesForUser.queryKey
export const productUpdatesKey = api.productUpdate.getProductUpdatesForUser.queryKey
export const offeredKey = api.firmware.getAllForProductAndUser.queryKey

// Another tab's update has ended, so the server may have new data.
onOutcomeElsewhere(() => {
  void queryClient.invalidateQueries({ queryKey: userProductsKey })
  void queryClient.invalidateQueries({ queryKey: productUpdatesKey })
})

// Here and not where a screen is shown: what was sent before a screen opened is in its first response.
let sentBefore = appOutbox.snapshot().sentCount
appOutbox.store.subscribe(({ sentCount }) => {
  if (sentCount === sentBefore) return
  sentBefore = sentCount
  // What may be finished depends on what is recorded.
  for (const queryKey of [userProductsKey, productUpdatesKey, accessoriesKey, offeredKey]) void queryClient.invalidateQueries({ queryKey })
})

export const ownProducts = queryOptions({
  queryKey: userProductsKey,
  queryFn: async ({ signal }) => {
    // First, so that they count without a server too, on screens that resume no update.
    await updateFlow.findOutcomes()
    // An outcome on this computer is dropped only for a response to a request made after the server had received the report.
    const delivered = await updateFlow.deliveredOutcomes()
    // Likewise, an end is compared only with a response to a request made after it.
    const end = lastEnd.get()
    const products = await api.userProduct.getUserProductsForUser({ signal })
    await updateFlow.settleOutcomes(products, delivered)
    if (end !== null && end === lastEnd.get() && isOutdated(end, products)) lastEnd.set(null)
    return products
  },
  // Nothing is asked for while this page updates a detector: it has its own progress to show.
  refetchInterval: ({ state: { data } }) => {
    if (isRunning(updateFlow.state())) return false
    return data?.some(({ openUpdate }) => openUpdate !== null) === true ? renewEveryMs : heardWithinMs
  },
})

/** False where its detector is not listed. */
function isOutdated(end: LastEnd, products: readonly UserProduct[]): boolean {
  const product = products.find(({ id }) => id === end.target.userProductId)
  return product !== undefined && !isStillTrue(end, knownFirmware(product, knowledgeOf(updateFlow)))
}

export const ownAccessories = queryOf(api.accessory.getUserAccessoriesForUser)

export const ownUpdates = queryOf(api.productUpdate.getProductUpdatesForUser)

/** While the page is shown it asks often enough to see a halt within a minute. */
const [offersFreshMs, lookForOffersEveryMs] = [10_000, 45_000]

/** What this user may install on a model, newest first; `offersFor` says what of it one detector is offered. */
export function offeredFirmwares(productId: number) {
  return queryOptions({
    ...queryOf(api.firmware.getAllForProductAndUser, { params: { productId } }),
    staleTime: offersFreshMs,
    // As above: what is being installed stays allowed.
    refetchInterval: () => (isRunning(updateFlow.state()) ? false : lookForOffersEveryMs),
  })
}

let wasRunning = false

// A start was refused because the offers had changed; or an update has ended, during which nothing was asked for.
updateFlow.store.subscribe((state) => {
  const isNow = isRunning(state)
  if (wasRunning && !isNow) void queryClient.invalidateQueries({ queryKey: offeredKey })
  wasRunning = isNow
})
