import { useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { purchaseProofType, purchaseProofTypes } from '../../../../contract/purchaseProof.ts'
import { FormField } from '../../../kit/fields/FormField.tsx'
import { FormDialogFooter } from '../../../kit/dialogs/FormDialogFooter.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { FileDrop } from '../../../kit/fields/FileDrop.tsx'
import type { useContractForm } from '../../../kit/form/useContractForm.ts'
import { keepFocusOut } from '../../../kit/purchase/keepFocusOut.ts'
import { ProofPreview } from '../../../kit/purchase/ProofPreview.tsx'

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

const accepted = Object.entries(purchaseProofTypes).flat(2).join(',')
const signatureBytes = 8

type ProofFieldProps = Omit<ComponentProps<typeof FileDrop>, 'filename'> & {
  /** `type` is read from the file's content. It is empty when the content is not an accepted type. */
  value: File | undefined
  /** The name of the stored proof, which a new file replaces. */
  currentName: string | undefined
}

/** A file input for a picture or a PDF, with a preview. */
function ProofField({ value, onChange, currentName, ...input }: ProofFieldProps) {
  const { t } = useLingui()
  return (
    <>
      <FileDrop
        {...input}
        accept={accepted}
        aria-label={t`Proof of purchase`}
        filename={value?.name ?? currentName}
        onChange={(file) => void typedByContent(file).then(onChange)}
      />
      {value !== undefined && value.type !== '' && (
        <div inert ref={keepFocusOut}>
          <ProofPreview content={value} name={value.name} className="h-44" />
        </div>
      )}
    </>
  )
}

/** Returns the file with the type that its content has, because its name may be wrong. */
async function typedByContent(file: File): Promise<File> {
  const type = purchaseProofType(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())) ?? ''
  return new File([file], file.name, { type })
}
