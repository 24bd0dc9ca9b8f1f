import { Trans } from '@lingui/react/macro'
import { FileUp } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { FormField, type FormFieldProps } from './FormField.tsx'

type FileFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** As an `accept` attribute has it. */
  accept: string
  /** The file that is there already, which a new one replaces. */
  currentName?: string | undefined
}

/** Chooses a file, or takes one that is dropped on it; undefined in the form until then. */
export function FileField<T extends FieldValues>({ control, name, label, help, accept, currentName }: FileFieldProps<T>) {
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(tie, { value, onChange, ref, ...field }) => {
        const file: unknown = value
        const shown = file instanceof File ? file.name : currentName
        return (
          <div className="relative flex items-center gap-3 rounded-md border border-dashed border-input bg-card px-3 py-2.5 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-hover:bg-accent has-aria-invalid:border-destructive">
            <FileUp aria-hidden className="size-5 shrink-0 text-muted-foreground" />
            <span className="min-w-0 flex-1">
              {shown !== undefined && <span className="block font-medium break-all">{shown}</span>}
              <span className={shown === undefined ? undefined : 'text-muted-foreground'}>
                {shown === undefined ? <Trans>Choose a file or drop it here</Trans> : <Trans>Choose another file</Trans>}
              </span>
            </span>
            {/* Over all of it, unseen: the browser's own control takes presses, drops and keys. */}
            <input
              {...tie}
              {...field}
              ref={ref}
              type="file"
              accept={accept}
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ target }) => {
                const [chosen] = target.files ?? []
                if (chosen !== undefined) onChange(chosen)
                // So that the same file can be chosen again after it was changed on disk.
                target.value = ''
              }}
            />
          </div>
        )
      }}
    </FormField>
  )
}
