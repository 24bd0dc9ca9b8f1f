import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { factorName, totpCode } from '../../../contract/factors.ts'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { isPhone } from '../../browser/isPhone.ts'
import { FormDialog, type FormDialogControls } from '../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../kit/dialogs/FormDialogFooter.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AppSecret } from './AppSecret.tsx'
import type { AddFactorDialogProps } from './addFactorDialog.ts'

const typed = v.strictObject({ name: factorName, code: totpCode })

/** Each opening gets a secret of its own, which nothing but a setup that is too old replaces. */
const newSetup = { ...queryOf(api.secondFactor.beginTotp), gcTime: 0, staleTime: 'static' } as const

export function AddAppDialog(props: AddFactorDialogProps) {
  return (
    <FormDialog
      title={<Trans>Add an authenticator app</Trans>}
      description={
        <Trans>
          An app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis, then shows a new code every 30 seconds.
        </Trans>
      }
      width="sm:max-w-xl"
      onClose={props.onClose}
    >
      {(controls) => <AppForm {...props} {...controls} />}
    </FormDialog>
  )
}

function AppForm({ onAdded, onChanged, onCancel }: AddFactorDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const setup = useQuery(newSetup)
  const [isRenewed, setIsRenewed] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)
  const { control, formProps, failure, isBusy, setValue } = useContractForm({
    schema: typed,
    defaultValues: { name: t`Phone`, code: '' },
    onChanged,
    async send(body) {
      if (setup.data === undefined) return
      try {
        const { recoveryCodes } = await api.secondFactor.addTotp({ body: { ...body, setup: setup.data.setup } })
        onAdded(recoveryCodes)
      } catch (error) {
        const { code } = asAppError(error)
        if (code === 'code.invalid.error') setWrongCodes((count) => count + 1)
        if (code !== 'factor.expired.error') throw error
        const { error: refusal } = await setup.refetch()
        if (refusal !== null) throw refusal
        setIsRenewed(true)
        setValue('code', '')
      }
    },
  })
  if (setup.isError && setup.data === undefined)
    return <Failed error={setup.error} onRetry={() => void setup.refetch()} isRetrying={setup.isFetching} />
  if (setup.data === undefined) return <Skeleton className="h-96 w-full" />
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      {isRenewed && (
        <output className="rounded-lg border border-warning/40 bg-warning/8 px-4 py-3 text-sm text-pretty">
          <Trans>
            The code before was valid for an hour only. Delete the entry that your app has made of it, and scan the new QR code below.
          </Trans>
        </output>
      )}
      <AppSecret key={setup.data.secret} {...setup.data} />
      <div className="flex flex-col gap-5 sm:grid sm:grid-cols-2 sm:items-start">
        {/* On a phone the keyboard would cover the QR code. */}
        <CodeField control={control} name="code" isFocusedAtOnce={!isPhone(navigator)} />
        <TextField control={control} name="name" label={t`Name`} help={t`So that you can tell your apps apart.`} autoComplete="off" />
      </div>
      {wrongCodes > 1 && (
        <output className="text-sm text-pretty text-muted-foreground">
          <Trans>
            Still not right? The codes depend on the time: in your phone’s settings, let the date and time be set automatically, then type
            the next code.
          </Trans>
        </output>
      )}
      <FormDialogFooter submitLabel={<Trans>Add</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
