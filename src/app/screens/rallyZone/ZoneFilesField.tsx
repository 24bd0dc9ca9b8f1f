import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { FileDrop } from '../../kit/fields/FileDrop.tsx'
import { FormField, type FormFieldProps } from '../../kit/fields/FormField.tsx'
import { Button } from '../../ui/button.tsx'

/** Several KML files; in the form a list. Files that are chosen later are added. */
export function ZoneFilesField<T extends FieldValues>(about: FormFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField {...about}>
      {(controlProps, { value, onChange, ...field }) => {
        // The form's default values have a list of files under this name.
        const files = value as File[]
        const add = (...chosen: File[]) => onChange([...files.filter((file) => !chosen.some(({ name }) => name === file.name)), ...chosen])
        return (
          <div className="flex flex-col gap-2">
            <FileDrop {...controlProps} {...field} accept=".kml" multiple filename={undefined} onChange={add} />
            {files.length > 0 && (
              <ul className="flex flex-col gap-1">
                {files.map((file) => (
                  <li key={file.name} className="flex min-w-0 items-center gap-2 text-sm">
                    <span className="min-w-0 font-medium break-all">{file.name}</span>
                    <Button
                      variant="ghost"
                      size="icon-sm"
                      className="ml-auto"
                      aria-label={t`Remove ${file.name}`}
                      onClick={() => onChange(files.filter((other) => other !== file))}
                    >
                      <X aria-hidden />
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      }}
    </FormField>
  )
}
