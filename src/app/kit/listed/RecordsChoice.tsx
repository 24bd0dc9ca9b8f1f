import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Choice } from '../../../contract/crud.ts'
import type { ChoicesOf } from '../../api/choices.ts'
import { queryOf } from '../../api/queryOf.ts'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'

type Passed = 'options' | 'chosen' | 'onChange' | 'onSearch' | 'placeholder' | 'searchLabel' | 'emptyText' | 'removeLabel'
type RecordsChoiceProps = Omit<ComponentProps<typeof MultiCombobox>, Passed> & {
  choices: ChoicesOf
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
}

/** Chooses several records: all of them searched here, or found by the server. */
export function RecordsChoice({ choices, chosen, onChange, ...control }: RecordsChoiceProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const query = 'search' in choices ? queryOf(choices.search, { query: { search: typed } }) : queryOf(choices.all)
  const { data, isPending, isError } = useQuery({ ...query, placeholderData: keepPreviousData })
  const offered = (data ?? []).filter((choice) => choice !== null)
  return (
    <MultiCombobox
      {...control}
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
}

function optionOf({ id, tostring }: Choice) {
  return { value: String(id), label: tostring }
}
