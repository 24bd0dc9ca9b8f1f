/** What forced colours make of the page, as computed styles have it. */

/** The computed style of the first element that fits. */
export function styleAt(selector: string): CSSStyleDeclaration {
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`nothing is ${selector}`)
  return getComputedStyle(found)
}

type SystemColour = 'ButtonFace' | 'Canvas' | 'CanvasText' | 'Highlight' | 'HighlightText'

/** A system colour as computed styles have it. */
export function systemColour(name: SystemColour): string {
  const probe = document.createElement('i')
  probe.style.backgroundColor = name
  document.body.append(probe)
  const { backgroundColor } = getComputedStyle(probe)
  probe.remove()
  return backgroundColor
}
