import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import * as v from 'valibot'
import { accessory } from '../../../../contract/accessory.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { needsConfirmation } from '../../../../contract/warranty.ts'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { dayOf } from '../../../i18n/calendarDay.ts'
import { FormDialog, type FormDialogControls } from '../../../kit/dialogs/FormDialog.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useRefusalToast } from '../../../kit/failures/useRefusalToast.ts'
import { CheckboxField } from '../../../kit/fields/CheckboxField.tsx'
import { DateField } from '../../../kit/fields/DateField.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { UppercaseField } from '../../../kit/fields/UppercaseField.tsx'
import { useContractForm } from '../../../kit/form/useContractForm.ts'

const { request } = accessory.correct

type CorrectCoilDialogProps = { coil: ShownUser['accessories'][number]; owner: string; onClose: () => void }

/** Corrects what a used code has fixed of a coil, with a reason. */
export function CorrectCoilDialog(props: CorrectCoilDialogProps) {
  const { coil, owner, onClose } = props
  const { name } = coil
  return (
    <FormDialog
      title={<Trans>Correct coil {name}</Trans>}
      description={
        <Trans>The warranty follows from the purchase date. The correction and its reason are kept in the history of {owner}.</Trans>
      }
      onClose={onClose}
    >
      {(controls) => <CorrectionForm {...props} {...controls} />}
    </FormDialog>
  )
}

function CorrectionForm({ coil, onClose, onChanged, onCancel }: CorrectCoilDialogProps & FormDialogControls) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const toastRefusal = useRefusalToast()
  const { name, codeUsedAt } = coil
  const purchaseDate = coil.purchaseDate === null ? '' : dayOf(coil.purchaseDate)
  const isToConfirm = (day: string) => v.is(request.entries.purchaseDate, day) && needsConfirmation(day, codeUsedAt)
  const { control, formProps, failure, isBusy, watch } = useContractForm({
    schema: request,
    defaultValues: {
      coilSerial: coil.coilSerial ?? '',
      purchaseDate,
      isExtensionConfirmed: isToConfirm(purchaseDate) && coil.endWarrantyExtension !== null,
      reason: '',
    },
    async send(typed) {
      const isExtensionConfirmed = typed.isExtensionConfirmed && isToConfirm(typed.purchaseDate)
      try {
        await api.accessory.correct({ params: { id: coil.id }, body: { ...typed, isExtensionConfirmed } })
        toast.success(t`Coil ${name} corrected`)
      } catch (error) {
        if (!isGone(error)) throw error
        toastRefusal(error)
      } finally {
        void queryClient.invalidateQueries()
      }
      onClose()
    },
    onChanged,
  })

  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      <UppercaseField control={control} name="coilSerial" label={t`Serial number`} help={t`As printed on the coil.`} />
      <DateField control={control} name="purchaseDate" label={t`Purchase date`} />
      {isToConfirm(watch('purchaseDate')) && (
        <CheckboxField
          control={control}
          name="isExtensionConfirmed"
          label={t`Confirm the extension`}
          help={t`No code is known to have been used within 2 years of this purchase date. Without your confirmation, the warranty is not extended.`}
        />
      )}
      <TextField control={control} name="reason" label={t`Reason`} autoComplete="off" />
      <FormDialogFooter submitLabel={<Trans>Save</Trans>} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

/** Somebody else has deleted the coil, or its owner's account. */
function isGone(error: unknown): boolean {
  const { code } = asAppError(error)
  return code === 'resource.not.found' || code === 'record.deleted.error'
}
