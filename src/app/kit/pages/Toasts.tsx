import { useLingui } from '@lingui/react/macro'
import { Toaster } from 'sonner'
import { toastSuccessMs } from '../../../contract/rules.ts'

/** Where toasts appear: bottom right, 2 s unless the one who shows a toast says otherwise (section 9). */
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
