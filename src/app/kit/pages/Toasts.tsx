import { useLingui } from '@lingui/react/macro'
import { Toaster } from 'sonner'
import { toastSuccessMs } from '../../../contract/rules.ts'

/** Where toasts appear: bottom right, for 2 s unless the caller sets another duration (the specification, section 9). */
export function Toasts() {
  const { t } = useLingui()
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
