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

export function groupOwned({ userProducts, accessories, productUpdates }: Owned): GroupedOwned {
  const ids = new Set<number | null>(userProducts.map(({ id }) => id))
  return {
    detectors: userProducts
      .map((detector) => ({
        detector,
        coils: accessories.filter((coil) => coil.userProductId === detector.id),
        updates: productUpdates.filter((update) => update.userProductId === detector.id),
      }))
      .toSorted((one, other) => lastDate(other).localeCompare(lastDate(one))),
    coils: accessories.filter((coil) => !ids.has(coil.userProductId)),
    updates: productUpdates.filter((update) => !ids.has(update.userProductId)),
  }
}

function lastDate({ detector, updates }: OwnedDetector): string {
  return updates[0]?.date ?? detector.since
}
