import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { accessory, type Accessory } from '../../../../contract/accessory.ts'
import { hasUsedCode } from '../../../../contract/warranty.ts'
import { dayOf, formatDay } from '../../../i18n/calendarDay.ts'
import type { FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { coilCall, type QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { accessoriesKey } from '../../../update/ownQueries.ts'
import { checkPurchase, type PurchaseValues } from '../purchase/checkPurchase.ts'
import { PurchaseForm } from '../purchase/PurchaseForm.tsx'
import { type Refused, usePurchaseForm } from '../purchase/usePurchaseForm.ts'
import { ContactLink } from '../support/ContactLink.tsx'

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
  const isCodeUsed = coil !== null && hasUsedCode(coil)
  const fixed: Fixed = isCodeUsed ? coil : { coilSerial: null, purchaseDate: null }
  const stored = { coilSerial: coil?.coilSerial ?? '', purchaseDate: coil?.purchaseDate ? dayOf(coil.purchaseDate) : '' }
  const form = usePurchaseForm<Values>({
    schema: request,
    defaultValues: {
      coilSerial: fixed.coilSerial ?? draft?.typed.coilSerial ?? stored.coilSerial,
      purchaseDate: fixed.purchaseDate === null ? (draft?.typed.purchaseDate ?? stored.purchaseDate) : stored.purchaseDate,
      purchaseProofFile: draft?.typed.purchaseProofFile,
    },
    stored: {
      ...(stored.coilSerial && { coilSerial: stored.coilSerial }),
      ...(stored.purchaseDate && { purchaseDate: stored.purchaseDate }),
    },
    check(values) {
      const isSame = values.coilSerial === stored.coilSerial && values.purchaseDate === stored.purchaseDate
      const isRefused = coil?.proofCheck?.state === 'refused'
      return checkPurchase(values, { isProofRequired: coil === null || (isRefused && isSame) })
    },
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
      {(fixed.coilSerial !== null || fixed.purchaseDate !== null) && <FixedPurchase {...fixed} />}
      {isCodeUsed && (fixed.coilSerial === null || fixed.purchaseDate === null) && (
        <p className="text-sm text-pretty">
          <Trans>A warranty code has been used for this coil, so you can enter its serial number and purchase date only once.</Trans>
        </p>
      )}
      {fixed.coilSerial === null && (
        <UppercaseField control={form.control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`} />
      )}
      {fixed.purchaseDate === null && <DateField control={form.control} name="purchaseDate" label={t`Purchase date`} />}
    </PurchaseForm>
  )
}

/** What a used code has fixed of a coil, why, and whom to ask. Null is what is not known yet. */
type Fixed = { readonly coilSerial: string | null; readonly purchaseDate: string | null }

function FixedPurchase({ coilSerial, purchaseDate }: Fixed) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border bg-muted/50 p-4">
      <Facts>
        {coilSerial !== null && <Fact name={<Trans>Serial number</Trans>}>{coilSerial}</Fact>}
        {purchaseDate !== null && <Fact name={<Trans>Purchase date</Trans>}>{formatDay(purchaseDate)}</Fact>}
      </Facts>
      <p className="text-sm text-pretty text-muted-foreground">
        <Trans>These details can no longer be changed, because a warranty code has been used for this coil.</Trans>
      </p>
      <ContactLink size="sm" />
    </div>
  )
}
