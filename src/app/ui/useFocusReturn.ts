import { useRef } from 'react'

/** Gives the focus back to what had it before a dialog opened. Radix does so for a trigger of its own only, and else leaves it nowhere. */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      if (!(opener.current instanceof HTMLElement) || opener.current === document.body) return
      event.preventDefault()
      opener.current.focus()
    },
  }
}
