import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Combobox } from '../../ui/combobox.tsx'
import type { SearchOption } from '../../ui/search-select.tsx'
import { FormField, type FormFieldProps } from '../fields/FormField.tsx'
import { findListed, listFor } from './listedText.ts'

type ListedTextFieldProps = {
  /** The value of each is the text that the field then has. */
  options: readonly SearchOption[]
  disabled?: boolean
}

/** A text that most choose from a list, so that it is spelt as before, and some type. */
export function ListedTextField<T extends FieldValues>({
  control,
  name,
  label,
  help,
  options,
  ...look
}: FormFieldProps<T> & ListedTextFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const { offered, isNew } = listFor(options, typed)
  const text = typed.trim()
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(controlProps, { value, onChange, ...field }) => (
        <Combobox
          {...controlProps}
          {...field}
          {...look}
          {...(look.disabled === true && { className: 'bg-muted! opacity-100!' })}
          options={isNew ? [...offered, { value: text, label: t`Use “${text}”` }] : offered}
          value={value}
          shown={value}
          placeholder={t`Choose`}
          searchLabel={t`Search or type`}
          emptyText={t`No results`}
          onChange={(next) => onChange(findListed(options, next)?.value ?? next)}
          onSearch={setTyped}
        />
      )}
    </FormField>
  )
}
