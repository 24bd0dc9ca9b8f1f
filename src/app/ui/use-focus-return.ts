import { useRef } from 'react'

/**
 * Returns the focus to where it was before a dialog opened; Radix does so only for its own triggers. If that is gone, as a row that the
 * dialog has deleted, the focus goes to what was around it.
 */
export function useFocusReturn() {
  const places = useRef<readonly HTMLElement[]>([])
  return {
    onOpenAutoFocus: () => {
      places.current = focusPlaces(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      const place = places.current.find(({ isConnected }) => isConnected)
      if (place === undefined) return
      event.preventDefault()
      place.focus()
    },
  }
}

/** The element itself, then everything around it that can have the focus. */
function focusPlaces(element: Element | null): HTMLElement[] {
  if (!(element instanceof HTMLElement) || element === document.body) return []
  return [element, ...focusPlaces(element.parentElement?.closest('[tabindex]') ?? null)]
}
