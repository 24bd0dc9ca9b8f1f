import { useLingui } from '@lingui/react/macro'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PhonePrefix } from '../../../contract/register.ts'
import type { CallOptions } from '../../api/createApi.ts'
import type { SearchOption } from '../../ui/searchSelect.tsx'
import { countryOptions } from './countryOptions.ts'

type FindPrefixes = (options: CallOptions) => Promise<readonly PhonePrefix[]>

/** Countries and their telephone prefixes, as a call of the word's knows them; undefined while they are on their way. */
export function useCountryOptions(
  word: string,
  find: FindPrefixes,
): { options: SearchOption[] | undefined; query: UseQueryResult<readonly PhonePrefix[]> } {
  const { i18n } = useLingui()
  const query = useQuery({
    queryKey: [word, 'phonePrefixes'],
    queryFn: ({ signal }) => find({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = query
  // The locale is what names are made in: it belongs to what the list depends on.
  const options = useMemo(() => data && countryOptions(data, i18n.locale === 'fr' ? 'fr' : 'en'), [data, i18n.locale])
  return { options, query }
}
