import { useLingui } from '@lingui/react/macro'
import { useServerReach } from '../../../api/useReachability.ts'
import type { Kept } from '../../../update/offers/nextOffer.ts'

/** Why a firmware is kept from the detector for now, in a sentence or two. A hold's reason is its maker's own. */
export function useKeptText(): (kept: Kept) => string {
  const { t, i18n } = useLingui()
  const isOnline = useServerReach()
  return ({ firmware: { versionName }, because }) => {
    switch (because.kind) {
      case 'unordered': {
        const { versionName: unordered } = because
        return unordered === versionName
          ? t`We cannot tell whether ${versionName} is newer than what is on your detector, so it is not offered.`
          : t`Your detector has ${unordered}. We cannot tell whether ${versionName} is newer, so it is not offered.`
      }
      case 'hold': {
        const reason = because.hold.reason[i18n.locale === 'fr' ? 'fr' : 'en']
        return t`${versionName} is not yet for your detector. ${reason}`
      }
      case 'appBuild':
        return isOnline
          ? t`${versionName} needs a newer version of this portal.`
          : t`${versionName} needs a newer version of this portal, which comes with the next internet connection.`
      case 'minimum': {
        const { needed, installed } = because
        return installed === null
          ? t`${versionName} needs ${needed} or newer, and we do not know what is installed on your detector.`
          : t`${versionName} needs ${needed} or newer. Your detector has ${installed}.`
      }
    }
  }
}
