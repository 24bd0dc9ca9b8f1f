import { Trans } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { Textarea } from '../../ui/textarea.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'
import { MarkdownText } from '../text/MarkdownText.tsx'

/** A Markdown text with a preview below. */
export function MarkdownField<T extends FieldValues>({ rows, ...about }: FormFieldProps<T> & { rows: number }) {
  const { control, name } = about
  // Deferred, so that rendering a long text does not slow down typing.
  const text = useDeferredValue(String(useWatch({ control, name })))
  return (
    <div className="flex flex-col gap-3">
      <FormField {...about}>{(controlProps, field) => <Textarea {...controlProps} rows={rows} {...field} />}</FormField>
      {text.trim() !== '' && (
        <figure className="flex flex-col gap-1 rounded-md border bg-muted/40 px-3 py-2.5 text-sm">
          <figcaption className="text-xs text-muted-foreground">
            <Trans>Preview</Trans>
          </figcaption>
          <MarkdownText topHeading={2}>{text}</MarkdownText>
        </figure>
      )}
    </div>
  )
}
