import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isDoubtfullyOlder } from '../../../update/offers/firmwareOffer.ts'
import type { InstallStep } from '../../../update/pageStep.ts'
import { useLanguageText } from './useLanguageText.ts'

type Question = { readonly title: ReactNode; readonly description: ReactNode; readonly action: ReactNode; readonly isHarmless: true }

/** The confirmation before an older version, another language, a beta or a draft is installed. */
export function useChangeQuestion(): (step: InstallStep) => Question {
  const { t } = useLingui()
  const languageText = useLanguageText()
  return ({ firmware: { versionName, language }, known, change }) => ({
    title: t`Install ${versionName}?`,
    description: (
      <span className="flex flex-col gap-2">
        {isDoubtfullyOlder(change) && known.state === 'installed' && (
          <Trans>
            {versionName} is older than {known.versionName}, which is installed now.
          </Trans>
        )}
        {change.languageBefore !== null && (
          <Trans>
            The language of the detector changes from {languageText(change.languageBefore)} to {languageText(language)}.
          </Trans>
        )}
        {change.isBeta && (
          <Trans>{versionName} is a beta version: it may contain bugs. You can install a released version again at any time.</Trans>
        )}
        {change.isDraft && (
          <Trans>
            {versionName} is a draft, for tests by staff: no customer is offered it, and it may contain bugs. You can install a released
            version again at any time.
          </Trans>
        )}
      </span>
    ),
    action: t`Install ${versionName}`,
    isHarmless: true,
  })
}
