import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Choice } from '../../../contract/crud.ts'
import { MultiCombobox } from '../../ui/multiCombobox.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type RecordsFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** Names the choice in the cache. */
  word: string
  /** What can be chosen. Where it takes what was typed, the server searches; else the list is searched here. */
  find: (typed: string, signal: AbortSignal) => Promise<readonly Choice[]>
  isSearchedOnServer?: boolean
}

/** Several other records, kept in the form as a list of `Choice`. */
export function RecordsField<T extends FieldValues>({
  control,
  name,
  label,
  help,
  word,
  find,
  isSearchedOnServer = false,
}: RecordsFieldProps<T>) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const choices = useQuery({
    queryKey: [word, 'choices', typed],
    queryFn: ({ signal }) => find(typed, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(tie, { value, onChange, ...field }) => {
        // The form's default values hold a list of choices under this name.
        const chosen = value as readonly Choice[]
        return (
          <MultiCombobox
            {...tie}
            {...field}
            options={(choices.data ?? []).map(optionOf)}
            chosen={chosen.map(optionOf)}
            onChange={(next) => onChange(next.map((option) => ({ id: Number(option.value), tostring: option.label })))}
            onSearch={isSearchedOnServer ? setTyped : undefined}
            placeholder={chosen.length === 0 ? t`Choose` : t`${chosen.length} chosen`}
            searchLabel={t`Search`}
            emptyText={choices.isPending ? t`Loading` : choices.isError ? t`This could not be loaded` : t`Nothing found`}
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
