import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import type { useContractForm } from '../../../kit/form/useContractForm.ts'
import { ProofField } from './ProofField.tsx'

type PurchaseFormProps<T extends FieldValues> = {
  form: Pick<ReturnType<typeof useContractForm<T>>, 'control' | 'formProps' | 'failure' | 'isBusy'>
  proofName: Path<T>
  /** The name of the stored proof, which a new file replaces. */
  currentProofName: string | undefined
  submitLabel: ReactNode
  onCancel: () => void
  /** What comes before the proof. */
  children: ReactNode
}

/** The proof of a purchase, with the stored one beside it, and the buttons. */
export function PurchaseForm<T extends FieldValues>(props: PurchaseFormProps<T>) {
  const { form, proofName, currentProofName, submitLabel, onCancel, children } = props
  const { control, formProps, failure, isBusy } = form
  const { t } = useLingui()
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {failure !== null && <FormFailure failure={failure} />}
      {children}
      <FormField
        control={control}
        name={proofName}
        label={t`Proof of purchase`}
        help={t`Your invoice as a PNG or JPEG image or a PDF, up to 5 MB. Non-compliant documents are not approved.`}
      >
        {(controlProps, { value, ...field }) => (
          <ProofField {...controlProps} {...field} value={isFile(value) ? value : undefined} currentName={currentProofName} />
        )}
      </FormField>
      <FormDialogFooter submitLabel={submitLabel} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

function isFile(value: unknown): value is File {
  return value instanceof File
}
