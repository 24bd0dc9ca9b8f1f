import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormField, type FormFieldProps } from '../../../kit/fields/FormField.tsx'
import { findListed, listFor } from '../../../kit/listed/listedText.ts'
import { Combobox } from '../../../ui/combobox.tsx'

type VersionFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  versions: readonly string[]
  /** Also a version that is not among them. */
  isTypeable?: boolean
}

/** No version has this name: they are trimmed. */
const none = ' '

/** One of the older versions, or none: ''. */
export function VersionField<T extends FieldValues>({ versions, isTypeable = false, ...about }: VersionFieldProps<T>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  return (
    <FormField {...about}>
      {(controlProps, { value, onChange, ...field }) => {
        const text = typed.trim()
        const listed = [...new Set([...(value === '' ? [] : [String(value)]), ...versions])].map((version) => ({
          value: version,
          label: version,
        }))
        const { offered, isNew } = listFor([{ value: none, label: t`None` }, ...listed], typed)
        return (
          <Combobox
            {...controlProps}
            {...field}
            options={isTypeable && isNew ? [...offered, { value: text, label: t`Use “${text}”` }] : offered}
            value={value === '' ? none : value}
            shown={value === '' ? t`None` : value}
            placeholder={t`Choose`}
            searchLabel={isTypeable ? t`Search or type` : t`Search`}
            emptyText={t`No results`}
            onChange={(next) => onChange(next.trim() === '' ? '' : (findListed(listed, next)?.value ?? next))}
            onSearch={setTyped}
          />
        )
      }}
    </FormField>
  )
}
