import { Trans, useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { toastLongMs } from '../../../../contract/rules.ts'
import { ConfirmDiscard } from '../../../kit/ConfirmDiscard.tsx'
import { Toasts } from '../../../kit/Toasts.tsx'
import { queryClient } from '../../../queryClient.ts'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { RegisterForm } from './RegisterForm.tsx'

/** Stays when it is closed, so that the toast of a registration outlives it. */
export function RegisterModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useLingui()
  const [isChanged, setIsChanged] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  function close() {
    setIsAsking(false)
    setIsChanged(false)
    onClose()
  }

  return (
    <QueryClientProvider client={queryClient}>
      <Dialog open={isOpen} onOpenChange={() => (isChanged ? setIsAsking(true) : close())}>
        <DialogContent closeLabel={t`Close`} className="sm:max-w-xl!">
          <DialogHeader>
            <DialogTitle>
              <Trans>Create an account</Trans>
            </DialogTitle>
            <DialogDescription>
              <Trans>With it you update your detectors and look after their warranty.</Trans>
            </DialogDescription>
          </DialogHeader>
          <RegisterForm
            onChanged={setIsChanged}
            onRegistered={(username) => {
              close()
              toast.success(t`Your account has been created`, {
                description: t`We sent a mail to ${username}. Open the link in it to validate your account, then sign in.`,
                duration: toastLongMs,
              })
            }}
          />
        </DialogContent>
      </Dialog>
      <ConfirmDiscard isOpen={isAsking} onClose={() => setIsAsking(false)} onConfirm={close} />
      <Toasts />
    </QueryClientProvider>
  )
}
