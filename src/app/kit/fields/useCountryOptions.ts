import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PhonePrefix } from '../../../contract/register.ts'
import type { Locale } from '../../../contract/rules.ts'
import { type PlainCall, queryOf } from '../../api/queryOf.ts'
import type { SearchOption } from '../../ui/search-select.tsx'

/** Countries and their calling codes; undefined while loading. */
export function useCountryOptions(getPhonePrefixes: PlainCall<readonly PhonePrefix[]>): {
  options: SearchOption[] | undefined
  query: UseQueryResult<readonly PhonePrefix[]>
} {
  const { i18n } = useLingui()
  const query = useQuery({ ...queryOf(getPhonePrefixes), staleTime: Number.POSITIVE_INFINITY })
  const { data } = query
  // The names depend on the locale.
  const options = useMemo(() => data && countryOptions(data, i18n.locale === 'fr' ? 'fr' : 'en'), [data, i18n.locale])
  return { options, query }
}

/** The first country of each language: most French-speaking users live in France. */
const firstCountry: Readonly<Partial<Record<Locale, string>>> = { fr: 'FR' }

/** Countries by name in the user's language, with their calling codes; France first in French. */
export function countryOptions(prefixes: readonly PhonePrefix[], locale: Locale): SearchOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const { compare } = new Intl.Collator(locale)
  const first = firstCountry[locale]
  return prefixes
    .map(({ country, prefix }) => ({ value: country, label: names.of(country) ?? country, detail: prefix }))
    .toSorted((one, other) => Number(other.value === first) - Number(one.value === first) || compare(one.label, other.label))
}
