import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { toastSuccessMs } from '../../../contract/rules.ts'

/** Where toasts appear: bottom right, for 2 s unless the caller sets another duration (the specification, section 9). */
export function Toasts() {
  const { t } = useLingui()
  useEffect(resumeTimersOutside, [])
  return (
    <Toaster
      position="bottom-right"
      duration={toastSuccessMs}
      containerAriaLabel={t`Notifications`}
      toastOptions={{ closeButtonAriaLabel: t`Close this notification` }}
      closeButton
      expand
    />
  )
}

const entering = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Sonner stops all timers while the pointer or the focus is on a toast. It misses the end of that where a toast was closed under the pointer, was
 * tapped, was pressed and released elsewhere, or was left by Tab: toasts would then cover the page for ever. Returns what ends the watch.
 */
function resumeTimersOutside(): () => void {
  let isOnToast = false
  function follow({ target }: Event) {
    const toasts = document.querySelector('[data-sonner-toaster]')
    const wasOnToast = isOnToast
    isOnToast = target instanceof Node && toasts !== null && toasts.contains(target)
    if (!wasOnToast || isOnToast) return
    // Sonner's handlers of these two reset all that stops a timer, and do nothing else.
    for (const type of ['pointerup', 'dragend']) toasts?.dispatchEvent(new Event(type, { bubbles: true }))
  }
  for (const event of entering) document.addEventListener(event, follow)
  return () => {
    for (const event of entering) document.removeEventListener(event, follow)
  }
}
