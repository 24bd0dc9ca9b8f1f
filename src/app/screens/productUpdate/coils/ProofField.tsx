import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { purchaseProofType, purchaseProofTypes } from '../../../../contract/purchaseProof.ts'
import { FileDrop } from '../../../kit/fields/FileDrop.tsx'
import { ProofPreview } from './ProofPreview.tsx'

const accepted = Object.entries(purchaseProofTypes).flat(2).join(',')
const signatureBytes = 8

type ProofFieldProps = Omit<ComponentProps<typeof FileDrop>, 'filename'> & {
  /** Its type is what its content is, and empty where that is none of those that are taken. */
  value: File | undefined
  /** The proof that is there already, which a new one replaces. */
  currentName: string | undefined
}

/** A picture or PDF, shown once it is chosen. */
export function ProofField({ value, onChange, currentName, ...input }: ProofFieldProps) {
  const { t } = useLingui()
  return (
    <>
      <FileDrop
        {...input}
        accept={accepted}
        aria-label={t`Purchase proof`}
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

/** Chromium's PDF viewer takes the focus when it has loaded, inert or not, from whatever field the person is in by then: gives it back. */
function keepFocusOut(frame: HTMLElement | null) {
  if (frame === null) return undefined
  let last = document.activeElement
  function remember({ target }: FocusEvent): void {
    if (target instanceof HTMLElement && !frame?.contains(target)) last = target
    else giveBack()
  }
  function giveBack(): void {
    // By then it is known where the focus went.
    setTimeout(() => {
      if (frame?.contains(document.activeElement) && last instanceof HTMLElement) last.focus()
    })
  }
  document.addEventListener('focusin', remember)
  addEventListener('blur', giveBack)
  return () => {
    document.removeEventListener('focusin', remember)
    removeEventListener('blur', giveBack)
  }
}

/** The same file with the type that its content has: a name can say anything. */
async function typedByContent(file: File): Promise<File> {
  const type = purchaseProofType(new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer())) ?? ''
  return new File([file], file.name, { type })
}
