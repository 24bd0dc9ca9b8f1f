import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PhonePrefix } from '../../../contract/register.ts'
import { type PlainCall, queryOf } from '../../api/queryOf.ts'
import type { SearchOption } from '../../ui/search-select.tsx'
import { countryOptions } from './countryOptions.ts'

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
