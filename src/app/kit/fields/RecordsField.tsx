import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Choice } from '../../../contract/crud.ts'
import type { ChoicesOf } from '../../api/choices.ts'
import { queryOf } from '../../api/queryOf.ts'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type RecordsFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  choices: ChoicesOf
}

/** A multiple choice of other records, stored in the form as a list of `Choice`. */
export function RecordsField<T extends FieldValues>({ control, name, label, help, choices }: RecordsFieldProps<T>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const query = 'search' in choices ? queryOf(choices.search, { query: { search: typed } }) : queryOf(choices.all)
  const { data, isPending, isError } = useQuery({ ...query, placeholderData: keepPreviousData })
  const offered = (data ?? []).filter((choice) => choice !== null)
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(controlProps, { value, onChange, ...field }) => {
        // The form's default values have a list of choices under this name.
        const chosen = value as readonly Choice[]
        return (
          <MultiCombobox
            {...controlProps}
            {...field}
            options={offered.map(optionOf)}
            chosen={chosen.map(optionOf)}
            onChange={(next) => onChange(next.map((option) => ({ id: Number(option.value), tostring: option.label })))}
            onSearch={'search' in choices ? setTyped : undefined}
            placeholder={chosen.length === 0 ? t`Choose` : t`${chosen.length} selected`}
            searchLabel={t`Search`}
            emptyText={isPending ? t`Loading` : isError ? t`This could not be loaded` : t`No results`}
            removeLabel={(record) => t`Remove ${record}`}
          />
        )
      }}
    </FormField>
  )
}

function optionOf({ id, tostring }: Choice) {
  return { value: String(id), label: tostring }
}
