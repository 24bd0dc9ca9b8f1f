import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { useSettled } from '../../../kit/form/useSettled.ts'
import { type VersionPlace, versionPlace } from './versionPlace.ts'

/** How many versions are named whose owners get an update. */
const namedMax = 3

/** What a typed version is newer and older than among those of the products. `stored`: its own of before, which does not count. */
export function useVersionPlaceText(versionName: string, selectedProductIds: readonly number[], stored: string | undefined): string | null {
  const placeText = usePlaceText()
  const settled = useSettled(versionName)
  const query = { selectedProductIds: [...selectedProductIds] }
  const { data } = useQuery({
    queryKey: [...api.firmware.getVersions.queryKey, query],
    queryFn: selectedProductIds.length === 0 ? skipToken : ({ signal }) => api.firmware.getVersions({ query, signal }),
    // Without an answer the form goes on: the server checks again.
    retry: false,
    placeholderData: keepPreviousData,
  })
  const place = versionPlace(
    settled,
    (data ?? []).filter((one) => one.versionName !== stored),
  )
  return place === null ? null : placeText(place)
}

function usePlaceText(): (place: VersionPlace) => string {
  const { t, i18n } = useLingui()
  return (place) => {
    switch (place.kind) {
      case 'unordered':
        return t`Nobody could tell what this version is newer than. Use numbers with points, such as 5.3, and after them a letter, bis, beta1 or rc2.`
      case 'mixed':
        return mixedText(place.other)
      case 'known':
        return knownText(place.other)
      case 'between':
        return [nextText(place), updateText(place.updates)].join(' ')
    }
  }
  function mixedText(other: string): string {
    return t`${other} follows the same version in another way, so nobody could tell which is newer. Name this one like ${other}.`
  }
  function knownText(other: string): string {
    return t`The same version as ${other}, which these products have already.`
  }
  function nextText({ older, newer }: Extract<VersionPlace, { kind: 'between' }>): string {
    if (older === null) return t`Older than ${newer}, the first version of these products.`
    return newer === null ? t`Newer than ${older}, the last version of these products.` : t`Newer than ${older}, older than ${newer}.`
  }
  function updateText(updates: readonly string[]): string {
    if (updates.length === 0) return t`No owner has an older one, so nobody is offered it as an update.`
    const named = updates.slice(0, namedMax)
    const names = new Intl.ListFormat(i18n.locale).format(named)
    return updates.length > named.length
      ? t`For owners of ${names} and older ones this is an update.`
      : t`For owners of ${names} this is an update.`
  }
}
