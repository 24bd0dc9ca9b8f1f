import { useLingui } from '@lingui/react/macro'
import { userProduct, type UserProduct } from '../../../../contract/userProduct.ts'
import { dayOf } from '../../../i18n/calendarDay.ts'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { purchaseCall, type QueuedPurchase } from '../../../outbox/queuedCalls.ts'
import { userProductsKey } from '../../../update/ownQueries.ts'
import { checkPurchase, type PurchaseValues } from './checkPurchase.ts'
import { ProofField } from './ProofField.tsx'
import { isLost, type Refused, useSendPurchase } from './useSendPurchase.ts'

export type RefusedPurchase = Refused<QueuedPurchase>

type PurchaseDialogProps = {
  owned: UserProduct
  /** A refused purchase that this dialog corrects. */
  draft?: RefusedPurchase | undefined
  onClose: () => void
}

/** Enters the purchase of a detector, or edits a stored or refused one. */
export function PurchaseDialog({ owned, draft, onClose }: PurchaseDialogProps) {
  const { t } = useLingui()
  const sendPurchase = useSendPurchase(userProductsKey, draft)
  const name = owned.tostring
  const stored = owned.purchaseDate === null ? null : dayOf(owned.purchaseDate)
  return (
    <ActionDialog<PurchaseValues>
      title={stored === null ? t`Register the purchase of ${owned.tostring}` : t`Edit the purchase of ${owned.tostring}`}
      description={t`The purchase date and proof of purchase are needed for the 5-year warranty.`}
      schema={userProduct.registerPurchase.request}
      defaultValues={{ purchaseDate: draft?.typed.purchaseDate ?? stored ?? '', purchaseProofFile: draft?.typed.purchaseProofFile }}
      stored={stored === null ? {} : { purchaseDate: stored }}
      refused={draft?.refusal}
      check={(values) => {
        const isRefused = owned.proofCheck?.state === 'refused'
        return checkPurchase(values, { isProofRequired: stored === null || (isRefused && values.purchaseDate === stored) })
      }}
      action={stored === null ? t`Register` : t`Save`}
      send={({ purchaseDate, purchaseProofFile }) => {
        const payload = { userProductId: owned.id, purchaseDate, ...(purchaseProofFile && { purchaseProofFile }) }
        return sendPurchase(
          { call: purchaseCall, payload },
          {
            sent: stored === null ? t`Purchase of ${name} registered` : t`Purchase of ${name} saved`,
            waiting: t`The purchase of ${name} is saved on this computer and will be sent when the server is back`,
          },
        )
      }}
      refetch={null}
      isOver={isLost}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <DateField control={control} name="purchaseDate" label={t`Purchase date`} />
          <ProofField control={control} name="purchaseProofFile" currentName={owned.purchaseProof?.fileName} />
        </>
      )}
    </ActionDialog>
  )
}
