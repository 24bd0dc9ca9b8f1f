import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import type { Accessory } from '../../../../contract/accessory.ts'
import { lastClaimDay } from '../../../../contract/warranty.ts'
import { warrantyCode } from '../../../../contract/warrantyCode.ts'
import { api } from '../../../api.ts'
import { formatDay } from '../../../calendarDay.ts'
import { Field } from '../../../kit/Field.tsx'
import { FormFailure } from '../../../kit/FormFailure.tsx'
import { useSmallForm } from '../../../kit/useSmallForm.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useClosingWhenLost } from '../coils/useClosingWhenLost.ts'
import { accessoriesKey } from '../ownQueries.ts'

const { useCodeForAccessory } = warrantyCode

/** Lengthens a coil's warranty by a code (section 5, Claim). */
export function ClaimDialog({ coil, onClose }: { coil: Accessory; onClose: () => void }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  // For one try and its repetitions: a claim whose answer got lost is not told that its code is used.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const closingWhenLost = useClosingWhenLost(onClose)
  const { formProps, fields, failure, isBusy } = useSmallForm(
    useCodeForAccessory.request,
    { accessoryId: String(coil.id), code },
    async () => {
      const body = { accessoryId: coil.id, code }
      // oxlint-disable-next-line react/hooks -- the specification's name of a call, not a hook
      const extended = await closingWhenLost(() => api.warrantyCode.useCodeForAccessory({ body, idempotencyKey: key }))
      if (extended === null) return
      void queryClient.invalidateQueries({ queryKey: accessoriesKey })
      const end = extended.endWarrantyExtension
      toast.success(
        end === null ? t`Code accepted. Register the purchase date for its years to count.` : t`Warranty extended to ${formatDay(end)}`,
      )
      onClose()
    },
  )

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent closeLabel={t`Close`}>
        <DialogHeader>
          <DialogTitle>
            <Trans>Extend the warranty of coil {coil.name}</Trans>
          </DialogTitle>
          <DialogDescription>
            <Trans>A code makes the 5 years of warranty 10, counted from the purchase.</Trans>
          </DialogDescription>
        </DialogHeader>
        <form {...formProps} className="flex flex-col gap-5">
          {failure !== null && <FormFailure failure={failure} />}
          <Field label={t`Warranty code`} help={<ClaimWindow purchaseDate={coil.purchaseDate} />} error={fields['code']}>
            {(control) => (
              <Input
                {...control}
                name="code"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                className="tracking-wide uppercase tabular-nums"
                value={code}
                onChange={({ target }) => {
                  setCode(target.value)
                  setKey(crypto.randomUUID())
                }}
              />
            )}
          </Field>
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" isBusy={isBusy}>
              <Trans>Extend the warranty</Trans>
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
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
