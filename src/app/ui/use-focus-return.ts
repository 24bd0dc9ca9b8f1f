import { useRef } from 'react'

/** Returns the focus to where it was before a dialog opened. Radix does so only for its own triggers. */
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
