import { Trans, useLingui } from '@lingui/react/macro'
import { toast } from 'sonner'
import { toastLongMs } from '../../../../contract/rules.ts'
import { userProduct, type UserProduct } from '../../../../contract/userProduct.ts'
import { dayOf } from '../../../i18n/calendarDay.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { purchaseCall, type QueuedPurchase } from '../../../outbox/queuedCalls.ts'
import { userProductsKey } from '../../../update/ownQueries.ts'
import { checkPurchase, type PurchaseValues } from './checkPurchase.ts'
import { PurchaseForm } from './PurchaseForm.tsx'
import { type Refused, usePurchaseForm } from './usePurchaseForm.ts'

const { request } = userProduct.registerPurchase

export type RefusedPurchase = Refused<QueuedPurchase>

type PurchaseDialogProps = {
  owned: UserProduct
  /** A refused purchase that this dialog corrects. */
  draft?: RefusedPurchase | undefined
  onClose: () => void
}

/** Enters the purchase of a detector, or edits a stored or refused one. */
export function PurchaseDialog(props: PurchaseDialogProps) {
  const { owned, onClose } = props
  return (
    <FormDialog
      title={
        owned.purchaseDate === null ? (
          <Trans>Register the purchase of {owned.tostring}</Trans>
        ) : (
          <Trans>Edit the purchase of {owned.tostring}</Trans>
        )
      }
      description={<Trans>The purchase date and proof of purchase are needed for the 5-year warranty.</Trans>}
      onClose={onClose}
    >
      {(form) => <DetectorForm {...props} {...form} />}
    </FormDialog>
  )
}

function DetectorForm({ owned, draft, onClose, onChanged, onCancel }: PurchaseDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const stored = owned.purchaseDate === null ? null : dayOf(owned.purchaseDate)
  const form = usePurchaseForm<PurchaseValues>({
    schema: request,
    defaultValues: { purchaseDate: draft?.typed.purchaseDate ?? stored ?? '', purchaseProofFile: draft?.typed.purchaseProofFile },
    stored: { ...(stored !== null && { purchaseDate: stored }) },
    check(values) {
      const isRefused = owned.proofCheck?.state === 'refused'
      return checkPurchase(values, { isProofRequired: stored === null || (isRefused && values.purchaseDate === stored) })
    },
    draft,
    listKey: userProductsKey,
    toPurchase: ({ purchaseDate, purchaseProofFile }) => ({
      call: purchaseCall,
      payload: { userProductId: owned.id, purchaseDate, ...(purchaseProofFile && { purchaseProofFile }) },
    }),
    onChanged,
    onLost: onClose,
    onSaved(_, isSent) {
      const name = owned.tostring
      if (isSent) toast.success(stored === null ? t`Purchase of ${name} registered` : t`Purchase of ${name} saved`)
      else toast(t`The purchase of ${name} is saved on this computer and will be sent when the server is back`, { duration: toastLongMs })
      onClose()
    },
  })
  return (
    <PurchaseForm
      form={form}
      proofName="purchaseProofFile"
      currentProofName={owned.purchaseProof?.fileName}
      submitLabel={stored === null ? <Trans>Register</Trans> : <Trans>Save</Trans>}
      onCancel={onCancel}
    >
      <DateField control={form.control} name="purchaseDate" label={t`Purchase date`} />
    </PurchaseForm>
  )
}
