import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { accessory, type Accessory } from '../../../../contract/accessory.ts'
import { purchaseProofMaxBytes } from '../../../../contract/purchaseProof.ts'
import { type AppError, asAppError, type ErrorCode } from '../../../../errors.ts'
import { dayOf, localDay } from '../../../i18n/calendarDay.ts'
import { DateInput } from '../../../kit/fields/DateInput.tsx'
import { FormFailure } from '../../../kit/form/FormFailure.tsx'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import type { QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useRefusalToast } from '../lists/useRefusalToast.ts'
import { ProofField } from './ProofField.tsx'
import { sendCoil } from './sendCoil.ts'
import { useClosingWhenLost } from './useClosingWhenLost.ts'

const { request } = accessory.createOrUpdateUserAccessory

type Values = { coilSerial: string; purchaseDate: string; purchaseProofFile: File | undefined }

/** A registration from the outbox that the server has refused. */
export type RefusedCoil = { readonly sequence: number; readonly typed: QueuedCoil; readonly refusal: AppError }

type CoilFormProps = {
  /** Null for a new coil. */
  coil: Accessory | null
  /** Initial values that replace the coil's own. */
  draft: RefusedCoil | undefined
  onChanged: (isChanged: boolean) => void
  onCancel: () => void
  onLost: () => void
  /** `isSent` is false when the registration waits in the outbox. */
  onSaved: (saved: { name: string; isSent: boolean }) => void
}

export function CoilForm({ coil, draft, onChanged, onCancel, onLost, onSaved }: CoilFormProps) {
  const { t } = useLingui()
  const closingWhenLost = useClosingWhenLost(onLost)
  const toastRefusal = useRefusalToast()

  const form = useContractForm<Values>({
    schema: request,
    defaultValues: {
      coilSerial: draft?.typed.coilSerial ?? coil?.coilSerial ?? '',
      purchaseDate: draft?.typed.purchaseDate ?? (coil?.purchaseDate ? dayOf(coil.purchaseDate) : ''),
      purchaseProofFile: draft?.typed.purchaseProofFile,
    },
    stored: {
      ...(coil?.coilSerial && { coilSerial: coil.coilSerial }),
      ...(coil?.purchaseDate && { purchaseDate: dayOf(coil.purchaseDate) }),
    },
    ...(draft && { refused: draft.refusal }),
    check: (values) => checkCoil(values, coil === null),
    onChanged,
    async send({ purchaseProofFile, ...typed }) {
      const payload = { ...typed, ...(coil && { accessoryId: coil.id }), ...(purchaseProofFile && { purchaseProofFile }) }
      try {
        const end = await closingWhenLost(() => sendCoil(payload))
        if (end !== null) onSaved({ name: coil?.name ?? v.parse(request.entries.coilSerial, typed.coilSerial), isSent: end === 'sent' })
      } catch (error) {
        // The specification, section 8: an error on the field, and a toast.
        if (asAppError(error).status === 403) toastRefusal(error)
        throw error
      }
    },
  })
  const { control, formProps, failure, isBusy } = form

  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <FormField control={control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`}>
        {(controlProps, field) => (
          <Input
            {...controlProps}
            {...field}
            value={String(field.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="uppercase tabular-nums"
          />
        )}
      </FormField>
      <FormField control={control} name="purchaseDate" label={t`Purchase date`}>
        {(controlProps, { value, ...field }) => <DateInput {...controlProps} {...field} value={String(value)} />}
      </FormField>
      <FormField
        control={control}
        name="purchaseProofFile"
        label={t`Proof of purchase`}
        help={t`Your invoice as a PNG or JPEG image or a PDF, up to 5 MB. Non-compliant documents are not approved.`}
      >
        {(controlProps, { value, ...field }) => (
          <ProofField
            {...controlProps}
            {...field}
            value={value instanceof File ? value : undefined}
            currentName={coil?.purchaseProof?.fileName}
          />
        )}
      </FormField>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" isBusy={isBusy}>
          {coil?.coilSerial ? <Trans>Save</Trans> : <Trans>Register</Trans>}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Checks that the call's schema cannot express: the date is not in the future, and a new coil has a proof. */
function checkCoil({ purchaseDate, purchaseProofFile: file }: Values, isNew: boolean): Readonly<Record<string, ErrorCode>> {
  const isToCome = purchaseDate > localDay(new Date())
  const isMissing = isNew && file === undefined
  const isUnfit = file !== undefined && (file.type === '' || file.size > purchaseProofMaxBytes)
  return {
    ...(isToCome && { purchaseDate: 'date.invalid.error' }),
    ...(isMissing && { purchaseProofFile: 'MandatoryField' }),
    ...(isUnfit && { purchaseProofFile: 'purchase.proof.invalid.error' }),
  }
}
