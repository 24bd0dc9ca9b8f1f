import type { Label } from './projectShapes.ts'

type View = { readonly x: number; readonly y: number; readonly k: number }

const lineHeight = 16
/** On average, of the map's font. */
const letterWidth = 7
const lettersMax = 32

/** The labels that fit on the map without covering each other; the first ones win. Their texts are cut to what fits. */
export function placeLabels(labels: readonly Label[], view: View, { width, height }: { width: number; height: number }): Label[] {
  const placed: Label[] = []
  for (const label of labels) {
    const text = label.text.length > lettersMax ? `${label.text.slice(0, lettersMax - 1)}…` : label.text
    const one = { ...label, text, x: label.x * view.k + view.x, y: label.y * view.k + view.y - (label.isAbove ? lineHeight : 0) }
    const isInside = one.x > 0 && one.x < width && one.y > lineHeight && one.y < height - lineHeight
    if (isInside && !placed.some((other) => covers(one, other))) placed.push(one)
  }
  return placed
}

function covers(one: Label, other: Label): boolean {
  const isBeside = Math.abs(one.x - other.x) > ((one.text.length + other.text.length) / 2) * letterWidth
  return !isBeside && Math.abs(one.y - other.y) < lineHeight
}
