/**
 * At most `rowsMax` of several lists, in their order. Each gets as many places as it can fill of an equal share, and what others leave: a
 * common name must not hide the one firmware that matches.
 */
export function shareRows<T>(lists: readonly (readonly T[])[], rowsMax: number): T[] {
  const taken = lists.map(() => 0)
  const wanted = Math.min(rowsMax, lists.flat().length)
  for (let round = 0, given = 0; given < wanted; round += 1)
    for (const [index, list] of lists.entries())
      if (given < wanted && list.length > round) {
        taken[index] = round + 1
        given += 1
      }
  return lists.flatMap((list, index) => list.slice(0, taken[index]))
}
