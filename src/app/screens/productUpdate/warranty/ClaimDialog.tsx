import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from 'sonner'
import type { Accessory } from '../../../../contract/accessory.ts'
import { lastClaimDay } from '../../../../contract/warranty.ts'
import { warrantyCode } from '../../../../contract/warrantyCode.ts'
import { isMistyped } from '../../../../contract/warrantyCodeFormat.ts'
import { api } from '../../../api/api.ts'
import { formatDay } from '../../../i18n/calendarDay.ts'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'
import { TitledDialog } from '../../../kit/dialogs/TitledDialog.tsx'
import { useClosingWhenLost } from '../purchase/useClosingWhenLost.ts'
import { accessoriesKey } from '../../../update/ownQueries.ts'

const { useCodeForAccessory } = warrantyCode

/** Extends a coil's warranty with a code (the specification, section 5, Claim). */
export function ClaimDialog({ coil, onClose }: { coil: Accessory; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  // One key per code: a claim that is sent again after a lost response is not refused as used.
  const attempt = useRef({ code: '', key: '' })
  const closingWhenLost = useClosingWhenLost(onClose, accessoriesKey)
  const { control, formProps, failure, isBusy, watch } = useContractForm({
    schema: useCodeForAccessory.request,
    defaultValues: { accessoryId: String(coil.id), code: '' },
    async send({ code }) {
      if (attempt.current.code !== code) attempt.current = { code, key: crypto.randomUUID() }
      const request = { body: { accessoryId: coil.id, code }, idempotencyKey: attempt.current.key }
      // oxlint-disable-next-line react/hooks -- the specification's name of a call, not a hook
      const extended = await closingWhenLost(() => api.warrantyCode.useCodeForAccessory(request))
      if (extended === null) return
      void queryClient.invalidateQueries({ queryKey: accessoriesKey })
      const end = extended.endWarrantyExtension
      toast.success(
        end === null ? t`Code accepted. Add the purchase date to start the extended warranty.` : t`Warranty extended to ${formatDay(end)}`,
      )
      onClose()
    },
  })

  return (
    <TitledDialog
      title={<Trans>Extend the warranty of coil {coil.name}</Trans>}
      description={
        <>
          <Trans>A code extends the warranty from 5 to 10 years from the date of purchase.</Trans>{' '}
          {coil.purchaseDate === null ? (
            <Trans>
              The purchase date of this coil is missing. Once the code has been used, the date can be entered only once, and is fixed from
              then on.
            </Trans>
          ) : (
            <Trans>Once the code has been used, the serial number and purchase date can no longer be changed.</Trans>
          )}
        </>
      }
      onClose={onClose}
    >
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <FormFailure failure={failure} />}
        <UppercaseField
          control={control}
          name="code"
          label={t`Warranty code`}
          help={
            <>
              <ClaimWindow purchaseDate={coil.purchaseDate} />
              <TypingHint code={watch('code')} />
            </>
          }
        />
        <FormDialogFooter submitLabel={<Trans>Extend the warranty</Trans>} isBusy={isBusy} onCancel={onClose} />
      </form>
    </TitledDialog>
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
