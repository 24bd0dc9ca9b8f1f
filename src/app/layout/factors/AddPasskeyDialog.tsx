import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { factorName } from '../../../contract/factors.ts'
import type { AppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { nameBrowser } from '../../browser/nameBrowser.ts'
import { cancelPasskey, createPasskey } from '../../browser/passkeys.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import type { AddFactorDialogProps } from './addFactorDialog.ts'

const named = v.strictObject({ name: factorName })

export function AddPasskeyDialog(props: AddFactorDialogProps) {
  return (
    <FormDialog
      title={<Trans>Add a passkey</Trans>}
      description={
        <Trans>
          Your browser asks next where to keep it: on this device, on your phone or on a security key. Your fingerprint or face never leaves
          the device.
        </Trans>
      }
      onClose={props.onClose}
    >
      {(controls) => <PasskeyForm {...props} {...controls} />}
    </FormDialog>
  )
}

function PasskeyForm({ onAdded, onChanged, onCancel }: AddFactorDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const suggestion = useSuggestedName()
  const [isCreating, setIsCreating] = useState(false)
  const { control, formProps, failure, isBusy } = useContractForm({
    schema: named,
    defaultValues: { name: suggestion },
    onChanged,
    async send({ name }) {
      const creation = await api.secondFactor.beginPasskey()
      setIsCreating(true)
      const passkey = await createPasskey(creation).finally(() => setIsCreating(false))
      const { recoveryCodes } = await api.secondFactor.addPasskey({ body: { name, passkey } })
      onAdded(recoveryCodes)
    },
  })
  useEffect(() => cancelPasskey, [])
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <PasskeyFailure failure={failure} />}
      <TextField control={control} name="name" label={t`Name`} help={t`So that you can tell your passkeys apart.`} autoComplete="off" />
      {isCreating && (
        <output className="text-sm text-muted-foreground">
          <Trans>Follow the steps that your browser shows.</Trans>
        </output>
      )}
      <FormDialogFooter submitLabel={<Trans>Continue</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function useSuggestedName(): string {
  const { t } = useLingui()
  const { browser, system } = nameBrowser(navigator)
  if (browser === null) return t`Passkey`
  return system === null ? browser : t`${browser} on ${system}`
}

/** Closing the browser's dialog is no mistake: it gets a hint, not an alert. */
function PasskeyFailure({ failure }: { failure: AppError }) {
  const { t } = useLingui()
  switch (failure.code) {
    case 'passkey.cancelled.error':
      return (
        <output className="rounded-lg border bg-muted px-4 py-3 text-sm text-pretty">
          <Trans>No passkey was made: the browser’s dialog was closed, or it waited too long. You can try again at any time.</Trans>
        </output>
      )
    case 'passkey.invalid.error':
      return <FormFailure failure={failure} text={t`This passkey cannot be used here. Try another device or a security key.`} />
    default:
      return <FormFailure failure={failure} />
  }
}
