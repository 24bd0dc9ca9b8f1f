import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ShownFirmware } from '../../../../contract/firmware.ts'
import { api } from '../../../api/api.ts'
import { useSettled } from '../../../kit/form/useSettled.ts'
import type { FirmwareValues } from '../firmwareValues.ts'
import { type VersionPlace, versionPlace } from './versionPlace.ts'

/** How many versions are named whose owners get an update. */
const namedMax = 3

type Typed = Pick<FirmwareValues, 'versionName' | 'language'> & { readonly selectedProductIds: readonly number[] }

/** What a typed version is newer and older than among the other releases of the products. `stored`: undefined for a new firmware. */
export function useVersionPlaceText(
  { versionName: typed, language, selectedProductIds }: Typed,
  stored: Pick<ShownFirmware, 'releaseId'> | undefined,
): string | null {
  const placeText = usePlaceText()
  const versionName = useSettled(typed)
  const query = { selectedProductIds: [...selectedProductIds] }
  const { data } = useQuery({
    queryKey: [...api.firmware.getVersions.queryKey, query],
    queryFn: selectedProductIds.length === 0 ? skipToken : ({ signal }) => api.firmware.getVersions({ query, signal }),
    // Without an answer the form goes on: the server checks again.
    retry: false,
    placeholderData: keepPreviousData,
  })
  const known = (selectedProductIds.length === 0 ? [] : (data ?? [])).filter(({ releaseId }) => releaseId !== stored?.releaseId)
  const place = versionPlace({ versionName, language: stored === undefined ? language : null }, known)
  return place === null ? null : placeText(place)
}

function usePlaceText(): (place: VersionPlace) => string {
  const { t, i18n } = useLingui()
  return (place) => {
    switch (place.kind) {
      case 'unordered':
        return t`This version cannot be put in order. Use numbers with points, such as 5.3; a letter, bis, SP1, beta1 or rc2 may follow.`
      case 'mixed':
        return mixedText(place.other)
      case 'known':
        return knownText(place.other)
      case 'joined':
        return joinedText(place.other)
      case 'between':
        return [nextText(place), updateText(place.updates)].join(' ')
    }
  }
  function mixedText(other: string): string {
    return t`${other} follows the same number in another way, and nobody could tell which is newer. Continue as ${other} does.`
  }
  function knownText(other: string): string {
    return t`The same version as ${other}, which these products have already.`
  }
  function joinedText(other: string): string {
    return t`Joins ${other}, a draft of these products, as another language.`
  }
  function nextText({ older, newer }: Extract<VersionPlace, { kind: 'between' }>): string {
    if (older === null) return t`Older than ${newer}, the oldest version of these products.`
    return newer === null
      ? t`Newer than ${older}, the newest version of these products so far.`
      : t`Newer than ${older}, older than ${newer}.`
  }
  function updateText(updates: readonly string[]): string {
    if (updates.length === 0) return t`No older version was ever offered: only detectors whose version is not known are offered it.`
    const [newest] = updates
    const names = new Intl.ListFormat(i18n.locale).format(updates)
    return updates.length > namedMax
      ? t`For owners of ${newest} and older versions this is an update.`
      : t`For owners of ${names} this is an update.`
  }
}
