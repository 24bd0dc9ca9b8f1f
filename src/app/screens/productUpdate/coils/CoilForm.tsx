import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { accessory, type Accessory } from '../../../../contract/accessory.ts'
import { dayOf } from '../../../i18n/calendarDay.ts'
import type { FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { coilCall, type QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { accessoriesKey } from '../../../update/ownQueries.ts'
import { checkPurchase, type PurchaseValues } from '../purchase/checkPurchase.ts'
import { PurchaseForm } from '../purchase/PurchaseForm.tsx'
import { type Refused, usePurchaseForm } from '../purchase/usePurchaseForm.ts'

const { request } = accessory.createOrUpdateUserAccessory

type Values = PurchaseValues & { coilSerial: string }

export type RefusedCoil = Refused<QueuedCoil>

type CoilFormProps = FormDialogControls & {
  /** Null for a new coil. */
  coil: Accessory | null
  /** Initial values that replace the coil's own. */
  draft: RefusedCoil | undefined
  onLost: () => void
  /** `isSent` is false when the purchase waits in the outbox. */
  onSaved: (saved: { name: string; isSent: boolean }) => void
}

export function CoilForm({ coil, draft, onChanged, onCancel, onLost, onSaved }: CoilFormProps) {
  const { t } = useLingui()
  const form = usePurchaseForm<Values>({
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
    check: (values) => checkPurchase(values, { isProofRequired: coil === null }),
    draft,
    listKey: accessoriesKey,
    toPurchase: ({ purchaseProofFile, ...typed }) => ({
      call: coilCall,
      payload: { ...typed, ...(coil && { accessoryId: coil.id }), ...(purchaseProofFile && { purchaseProofFile }) },
    }),
    onChanged,
    onLost,
    onSaved: ({ coilSerial }, isSent) => onSaved({ name: coil?.name ?? v.parse(request.entries.coilSerial, coilSerial), isSent }),
  })

  return (
    <PurchaseForm
      form={form}
      proofName="purchaseProofFile"
      currentProofName={coil?.purchaseProof?.fileName}
      submitLabel={coil?.coilSerial ? <Trans>Save</Trans> : <Trans>Register</Trans>}
      onCancel={onCancel}
    >
      <UppercaseField control={form.control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`} />
      <DateField control={form.control} name="purchaseDate" label={t`Purchase date`} />
    </PurchaseForm>
  )
}
