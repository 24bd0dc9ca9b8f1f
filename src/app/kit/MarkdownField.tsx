import { Trans } from '@lingui/react/macro'
import { useDeferredValue } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Textarea } from '../ui/textarea.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'
import { MarkdownText } from './MarkdownText.tsx'

/** A text in Markdown, and beneath it how it will read. */
export function MarkdownField<T extends FieldValues>({ rows, ...about }: FormFieldProps<T> & { rows: number }) {
  return (
    <FormField {...about}>
      {(tie, field) => (
        <>
          <Textarea {...tie} rows={rows} {...field} />
          <Preview text={String(field.value)} />
        </>
      )}
    </FormField>
  )
}

function Preview({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  if (shown.trim() === '') return null
  return (
    <figure className="rounded-md border bg-muted/40 px-3 py-2.5 text-sm">
      <figcaption className="text-xs text-muted-foreground">
        <Trans>Preview</Trans>
      </figcaption>
      <MarkdownText topHeading={2}>{shown}</MarkdownText>
    </figure>
  )
}
