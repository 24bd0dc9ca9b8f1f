/**
 * At most `rowsMax` of several lists, in their order. Each gets as many places as it can fill of an equal share, and what others leave: a
 * common name must not hide the one firmware that matches.
 */
export function shareRows<T>(lists: readonly (readonly T[])[], rowsMax: number): T[] {
  const inTurn = lists.flatMap((list) => list.map((_, round) => ({ list, round }))).toSorted((one, other) => one.round - other.round)
  const given = inTurn.slice(0, rowsMax)
  return lists.flatMap((list) => list.slice(0, given.filter((place) => place.list === list).length))
}
