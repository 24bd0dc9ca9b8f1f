import { Trans, useLingui } from '@lingui/react/macro'
import { Confirm } from './Confirm.tsx'

/** Asks before unsaved changes are lost. */
export function ConfirmDiscard({ isOpen, onClose, onConfirm }: { isOpen: boolean; onClose: () => void; onConfirm: () => void }) {
  const { t } = useLingui()
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onConfirm}
      title={<Trans>Leave without saving?</Trans>}
      description={t`Your changes have not been saved.`}
      action={<Trans>Leave</Trans>}
    />
  )
}
