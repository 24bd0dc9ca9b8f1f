import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { accessory, type Accessory } from '../../../../contract/accessory.ts'
import { hasUsedCode } from '../../../../contract/warranty.ts'
import { dayOf, formatDay } from '../../../i18n/calendarDay.ts'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import { coilCall, type QueuedCoil } from '../../../outbox/queuedCalls.ts'
import { accessoriesKey } from '../../../update/ownQueries.ts'
import { checkPurchase, type PurchaseValues } from '../purchase/checkPurchase.ts'
import { ProofField } from '../purchase/ProofField.tsx'
import { isLost, type Refused, useSendPurchase } from '../purchase/useSendPurchase.ts'
import { ContactLink } from '../support/ContactLink.tsx'

const { request } = accessory.createOrUpdateUserAccessory

export type RefusedCoil = Refused<QueuedCoil>

type CoilDialogProps = {
  /** Null for a new coil. */
  coil: Accessory | null
  /** A refused purchase that this dialog corrects. */
  draft?: RefusedCoil
  onClose: () => void
}

/** Enters a coil, or edits a stored or refused one. */
export function CoilDialog({ coil, draft, onClose }: CoilDialogProps) {
  const { t } = useLingui()
  const sendPurchase = useSendPurchase(accessoriesKey, draft)
  const isRegistered = Boolean(coil?.coilSerial)
  const isCodeUsed = coil !== null && hasUsedCode(coil)
  const fixed: Fixed = isCodeUsed ? coil : { coilSerial: null, purchaseDate: null }
  const stored = { coilSerial: coil?.coilSerial ?? '', purchaseDate: coil?.purchaseDate ? dayOf(coil.purchaseDate) : '' }
  function titleOf(): string {
    if (coil === null) return t`Register a coil`
    return coil.coilSerial === null ? t`Register coil ${coil.name}` : t`Edit coil ${coil.name}`
  }
  return (
    <ActionDialog<PurchaseValues & { coilSerial: string }>
      title={titleOf()}
      description={t`The serial number, purchase date and proof of purchase are needed for the 5-year warranty, and to extend it by 5 more years.`}
      schema={request}
      defaultValues={{
        coilSerial: fixed.coilSerial ?? draft?.typed.coilSerial ?? stored.coilSerial,
        purchaseDate: fixed.purchaseDate === null ? (draft?.typed.purchaseDate ?? stored.purchaseDate) : stored.purchaseDate,
        purchaseProofFile: draft?.typed.purchaseProofFile,
      }}
      stored={{
        ...(stored.coilSerial && { coilSerial: stored.coilSerial }),
        ...(stored.purchaseDate && { purchaseDate: stored.purchaseDate }),
      }}
      refused={draft?.refusal}
      check={(values) => {
        const isSame = values.coilSerial === stored.coilSerial && values.purchaseDate === stored.purchaseDate
        const isRefused = coil?.proofCheck?.state === 'refused'
        return checkPurchase(values, { isProofRequired: coil === null || (isRefused && isSame) })
      }}
      action={isRegistered ? t`Save` : t`Register`}
      send={({ purchaseProofFile, ...typed }) => {
        const name = coil?.name ?? v.parse(request.entries.coilSerial, typed.coilSerial)
        const payload = { ...typed, ...(coil && { accessoryId: coil.id }), ...(purchaseProofFile && { purchaseProofFile }) }
        return sendPurchase(
          { call: coilCall, payload },
          {
            sent: isRegistered ? t`Coil ${name} saved` : t`Coil ${name} registered`,
            waiting: t`Coil ${name} is saved on this computer and will be sent when the server is back`,
          },
        )
      }}
      refetch={null}
      isOver={isLost}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          {(fixed.coilSerial !== null || fixed.purchaseDate !== null) && <FixedPurchase {...fixed} />}
          {isCodeUsed && (fixed.coilSerial === null || fixed.purchaseDate === null) && (
            <p className="text-sm text-pretty">
              <Trans>A warranty code has been used for this coil, so you can enter its serial number and purchase date only once.</Trans>
            </p>
          )}
          {fixed.coilSerial === null && (
            <UppercaseField control={control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`} />
          )}
          {fixed.purchaseDate === null && <DateField control={control} name="purchaseDate" label={t`Purchase date`} />}
          <ProofField control={control} name="purchaseProofFile" currentName={coil?.purchaseProof?.fileName} />
        </>
      )}
    </ActionDialog>
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
