import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { purchaseProofType, purchaseProofTypes } from '../../../../contract/purchaseProof.ts'
import { FileDrop } from '../../../kit/fields/FileDrop.tsx'
import { FormField, type FormFieldProps } from '../../../kit/fields/FormField.tsx'
import { keepFocusOut } from '../../../kit/purchase/keepFocusOut.ts'
import { ProofPreview } from '../../../kit/purchase/ProofPreview.tsx'

type ProofFieldProps<T extends FieldValues> = Pick<FormFieldProps<T>, 'control' | 'name'> & {
  /** The name of the stored proof, which a new file replaces. */
  currentName: string | undefined
}

/** The proof of a purchase. */
export function ProofField<T extends FieldValues>({ control, name, currentName }: ProofFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField
      control={control}
      name={name}
      label={t`Proof of purchase`}
      help={t`Your invoice as a PNG or JPEG image or a PDF, up to 5 MB. Non-compliant documents are not approved.`}
    >
      {(controlProps, { value, ...field }) => (
        <ProofInput {...controlProps} {...field} value={isFile(value) ? value : undefined} currentName={currentName} />
      )}
    </FormField>
  )
}

function isFile(value: unknown): value is File {
  return value instanceof File
}

const accepted = Object.entries(purchaseProofTypes).flat(2).join(',')
const signatureBytes = 8

type ProofInputProps = Omit<ComponentProps<typeof FileDrop>, 'filename'> & {
  /** `type` is read from the file's content. It is empty when the content is not an accepted type. */
  value: File | undefined
  currentName: string | undefined
}

/** A file input for a picture or a PDF, with a preview. */
function ProofInput({ value, onChange, currentName, ...input }: ProofInputProps) {
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
