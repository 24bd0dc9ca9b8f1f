/**
 * For the `ref` of an element around a PDF: returns the focus to where it was, because Chromium's PDF viewer takes it after loading, even inside
 * `inert`. Who tabs into the viewer stays there.
 */
export function keepFocusOut(frame: HTMLElement | null) {
  if (frame === null) return undefined
  let last = document.activeElement
  let tabbedAtMs = Number.NEGATIVE_INFINITY
  function remember({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && !frame?.contains(target)) last = target
    else giveBack()
  }
  function giveBack(): void {
    if (performance.now() - tabbedAtMs < tabMs) return
    // `document.activeElement` is updated after the event.
    setTimeout(() => {
      if (frame?.contains(document.activeElement) && last instanceof HTMLElement) last.focus()
    })
  }
  function noteTab({ key }: KeyboardEvent): void {
    if (key === 'Tab') tabbedAtMs = performance.now()
  }
  document.addEventListener('keydown', noteTab)
  document.addEventListener('focusin', remember)
  addEventListener('blur', giveBack)
  return () => {
    document.removeEventListener('keydown', noteTab)
    document.removeEventListener('focusin', remember)
    removeEventListener('blur', giveBack)
  }
}

/** Between the key and the focus that it moves. */
const tabMs = 200
