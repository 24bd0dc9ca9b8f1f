import { useLingui } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { useAudienceText, useNobodyText } from '../steps/useAudienceText.ts'

/** Who is offered a release now, in one sentence. */
export function useOfferText(): (release: ShownRelease) => string {
  const { t } = useLingui()
  const audienceText = useAudienceText()
  const nobodyText = useNobodyText()
  return (release) => {
    const { state, reach, audience, withdrawnAt, plan } = release
    switch (state) {
      case 'draft':
        return t`Only administrators and the back office are offered it, to try it out.`
      case 'beta':
      case 'staged':
      case 'released':
        return audience.customers === 0 ? nobodyText(release, reach, plan?.share) : t`Offered to ${audienceText(audience, reach)}.`
      case 'halted':
        return t`Offered to nobody new. Updates that have begun can be finished.`
      case 'withdrawn':
        return withdrawnAt === null
          ? t`Withdrawn for good: this version is never offered again.`
          : t`Withdrawn for good on ${formatDate(withdrawnAt)}: this version is never offered again.`
    }
  }
}
