/** Which coils and updates belong to which of a user's detectors. Knows no page. */
import type { ShownUser } from '../../../../contract/userStaff.ts'

type Owned = Pick<ShownUser, 'userProducts' | 'accessories' | 'productUpdates'>
export type Detector = Owned['userProducts'][number]
export type Coil = Owned['accessories'][number]
export type Update = Owned['productUpdates'][number]

export type OwnedDetector = { readonly detector: Detector; readonly coils: readonly Coil[]; readonly updates: readonly Update[] }

export type GroupedOwned = {
  /** The one updated last comes first: a call is most likely about that. */
  readonly detectors: readonly OwnedDetector[]
  /** What belongs to none of them. */
  readonly coils: readonly Coil[]
  readonly updates: readonly Update[]
}

/** Older servers do not say which detector was updated: then it is the only one of its model, or none. */
export function groupOwned({ userProducts, accessories, productUpdates }: Owned): GroupedOwned {
  const detectorOf = ({ userProductId, productName }: Update) => {
    if (userProductId !== null) return userProductId
    const ofModel = userProducts.filter((detector) => detector.productName === productName)
    return ofModel.length === 1 ? ofModel[0]?.id : undefined
  }
  const ids = new Set<number | null | undefined>(userProducts.map(({ id }) => id))
  return {
    detectors: userProducts
      .map((detector) => ({
        detector,
        coils: accessories.filter((coil) => coil.userProductId === detector.id),
        updates: productUpdates.filter((update) => detectorOf(update) === detector.id),
      }))
      .toSorted((one, other) => lastDate(other).localeCompare(lastDate(one))),
    coils: accessories.filter((coil) => !ids.has(coil.userProductId)),
    updates: productUpdates.filter((update) => !ids.has(detectorOf(update))),
  }
}

function lastDate({ detector, updates }: OwnedDetector): string {
  return updates[0]?.date ?? detector.since
}
