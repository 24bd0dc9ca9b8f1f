/**
 * Where something covers or cuts an element, at its corners, edges and middle: each point with what is there instead. Runs in the page:
 * journeys hand it over as a text, so it uses nothing from outside.
 */
export function coveredPoints(element: Element): readonly string[] {
  // Round corners cut less than this.
  const insetPx = 4
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const points = [left + insetPx, (left + right) / 2, right - insetPx].flatMap((x) =>
    [top + insetPx, (top + bottom) / 2, bottom - insetPx].map((y) => [x, y] as const),
  )
  return points.flatMap(([x, y]) => {
    const there = document.elementFromPoint(x, y)
    return element.contains(there) ? [] : [`${x},${y}: ${there?.outerHTML.slice(0, 200) ?? 'nothing'}`]
  })
}
