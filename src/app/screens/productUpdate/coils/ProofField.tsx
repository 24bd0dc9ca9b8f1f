import { Trans, useLingui } from '@lingui/react/macro'
import { FileUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { purchaseProofType, purchaseProofTypes } from '../../../../contract/purchaseProof.ts'
import { ProofPreview } from './ProofPreview.tsx'

const accepted = Object.entries(purchaseProofTypes).flat(2).join(',')
const signatureBytes = 8

type ProofFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'> & {
  /** Its type is what its content is, and empty where that is none of those that are taken. */
  value: File | undefined
  onChange: (file: File) => void
  /** The proof that is there already, which a new one replaces. */
  currentName: string | undefined
}

/** Chooses a picture or PDF, or takes one that is dropped on it, and shows it. */
export function ProofField({ value, onChange, currentName, ...input }: ProofFieldProps) {
  const { t } = useLingui()
  const name = value?.name ?? currentName
  return (
    <>
      <div className="relative flex items-center gap-3 rounded-md border border-dashed border-input bg-card px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-hover:bg-accent has-aria-invalid:border-destructive">
        <FileUp aria-hidden className="size-5 shrink-0 text-muted-foreground" />
        <span className="min-w-0 flex-1">
          {name !== undefined && <span className="block font-medium break-all">{name}</span>}
          <span className={name === undefined ? undefined : 'text-muted-foreground'}>
            {name === undefined ? <Trans>Choose a file or drop it here</Trans> : <Trans>Choose another file</Trans>}
          </span>
        </span>
        {/* Over all of it, unseen: the browser's own control takes presses, drops and keys. */}
        <input
          {...input}
          type="file"
          accept={accepted}
          aria-label={t`Purchase proof`}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) void typedByContent(file).then(onChange)
            // So that the same file can be chosen again after it was changed on disk.
            target.value = ''
          }}
        />
      </div>
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
