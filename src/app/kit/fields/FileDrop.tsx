import { Trans } from '@lingui/react/macro'
import { FileUp } from 'lucide-react'
import type { ComponentProps } from 'react'

type FileDropProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'> & {
  /** The chosen or stored file, which a new one replaces. */
  filename: string | undefined
  /** With more than one file only if `multiple` is set. */
  onChange: (...files: File[]) => void
}

/** Chooses files, or accepts dropped ones. */
export function FileDrop({ filename, onChange, ...input }: FileDropProps) {
  return (
    <div className="relative flex items-center gap-3 rounded-md border border-dashed border-input bg-card px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-[:enabled:hover]:bg-accent has-disabled:bg-muted has-aria-invalid:border-destructive">
      <FileUp aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1">
        {filename !== undefined && <span className="block font-medium break-all">{filename}</span>}
        {input.disabled !== true && (
          <span className={filename === undefined ? undefined : 'text-muted-foreground'}>
            <Invitation multiple={input.multiple === true} isReplacing={filename !== undefined} />
          </span>
        )}
      </span>
      {/* Covers everything, invisibly: the browser's own control handles clicks, drops and keys. */}
      <input
        {...input}
        type="file"
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])]
          if (chosen.length > 0) onChange(...chosen)
          // So that the same file can be chosen again after it was edited.
          target.value = ''
        }}
      />
    </div>
  )
}

function Invitation({ multiple, isReplacing }: { multiple: boolean; isReplacing: boolean }) {
  if (multiple) return <Trans>Choose files or drop them here</Trans>
  return isReplacing ? <Trans>Choose another file</Trans> : <Trans>Choose a file or drop it here</Trans>
}
