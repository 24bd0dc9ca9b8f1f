import { Trans, useLingui } from '@lingui/react/macro'
import type { Accessory } from '../../../../contract/accessory.ts'
import { lastClaimDay } from '../../../../contract/warranty.ts'
import { warrantyCode } from '../../../../contract/warrantyCode.ts'
import { isMistyped } from '../../../../contract/warrantyCodeFormat.ts'
import { api } from '../../../api/api.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { accessoriesKey } from '../../../update/ownQueries.ts'
import { isLost } from '../purchase/useSendPurchase.ts'

/** Extends a coil's warranty with a code (the specification, section 5, Claim). */
export function ClaimDialog({ coil, onClose }: { coil: Accessory; onClose: () => void }) {
  const { t } = useLingui()
  const { id, purchaseDate } = coil
  return (
    <ActionDialog
      title={t`Extend the warranty of coil ${coil.name}`}
      description={
        <>
          <Trans>A code extends the warranty from 5 to 10 years from the date of purchase.</Trans>{' '}
          {purchaseDate === null ? (
            <Trans>
              The purchase date of this coil is missing. Once the code has been used, the date can be entered only once, and is fixed from
              then on.
            </Trans>
          ) : (
            <Trans>Once the code has been used, the serial number and purchase date can no longer be changed.</Trans>
          )}
        </>
      }
      schema={warrantyCode.useCodeForAccessory.request}
      defaultValues={{ accessoryId: String(id), code: '' }}
      action={t`Extend the warranty`}
      send={async ({ code }, idempotencyKey) => {
        // oxlint-disable-next-line react/hooks -- the specification's name of a call, not a hook
        const { endWarrantyExtension: end } = await api.warrantyCode.useCodeForAccessory({
          body: { accessoryId: id, code },
          idempotencyKey,
        })
        if (end === null) return t`Code accepted. Add the purchase date to start the extended warranty.`
        return t`Warranty extended to ${formatDay(end)}`
      }}
      refetch={accessoriesKey}
      isOver={isLost}
      leavesAtOnce
      onClose={onClose}
    >
      {({ control, values }) => (
        <UppercaseField
          control={control}
          name="code"
          label={t`Warranty code`}
          help={
            <>
              <ClaimWindow purchaseDate={purchaseDate} />
              <TypingHint code={values.code} />
            </>
          }
        />
      )}
    </ActionDialog>
  )
}

/** Tells a typing error from a wrong code. Only a hint: an older code may look the same. */
function TypingHint({ code }: { code: string }) {
  return (
    <output className="block text-warning">
      {isMistyped(code) && (
        <Trans>
          This code seems to have a typing error. Codes have no 0, O, 1 or I. If yours is an older one, you can use it as it is.
        </Trans>
      )}
    </output>
  )
}

function ClaimWindow({ purchaseDate }: { purchaseDate: string | null }) {
  return (
    <>
      <Trans>You have a maximum of 2 years after your purchase to claim a warranty</Trans>
      {purchaseDate !== null && (
        <>
          {' '}
          <Trans>(until {formatDay(lastClaimDay(purchaseDate))}).</Trans>
        </>
      )}
    </>
  )
}
