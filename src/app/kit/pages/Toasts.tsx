import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { toastSuccessMs } from '../../../contract/rules.ts'

/** Where toasts appear: bottom right, for 2 s unless the caller sets another duration (the specification, section 9). */
export function Toasts() {
  const { t } = useLingui()
  useEffect(tellThatThePointerLeft, [])
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

const pointerEvents = ['pointermove', 'pointerdown'] as const

function tellThatThePointerLeft(): () => void {
  for (const event of pointerEvents) document.addEventListener(event, resumeTimers)
  return () => {
    for (const event of pointerEvents) document.removeEventListener(event, resumeTimers)
  }
}

/**
 * Sonner stops all timers while the pointer is on a toast, and starts them by events that never come where the toast was closed under the pointer,
 * was tapped, or was pressed and released elsewhere: toasts would then cover the page for ever.
 */
function resumeTimers({ target }: PointerEvent): void {
  const toasts = document.querySelector('[data-sonner-toaster]')
  if (toasts === null || (target instanceof Node && toasts.contains(target))) return
  // Its handlers of these two set back all that stops a timer, and do nothing else.
  for (const type of ['pointerup', 'dragend']) toasts.dispatchEvent(new Event(type, { bubbles: true }))
}
