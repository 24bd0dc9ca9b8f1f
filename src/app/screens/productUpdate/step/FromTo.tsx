import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { firmwareTrailerBytes } from '../../../../contract/rules.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { AsOf } from '../../../kit/pages/AsOf.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { isUpToDate } from '../../../update/offers/firmwareOffer.ts'
import { expectedDurationMs } from '../../../update/flow/updateProgress.ts'
import { useDurationText } from '../../../i18n/measures.ts'
import type { InstallStep } from '../../../update/pageStep.ts'
import { useLanguageText } from './useLanguageText.ts'

/** "5.2 → 5.3 · English · 04/03/2026 · about 15 seconds", with badges for a draft, a beta or an older version. */
export function FromTo({ step: { firmware, known, change }, asOf }: { step: InstallStep; asOf: UseQueryResult }) {
  const durationText = useDurationText()
  const languageText = useLanguageText()
  const { versionName, language, releaseDate, firmwareFile } = firmware
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 tabular-nums">
        {!isUpToDate(change) && (
          <>
            <Before known={known} language={change.languageBefore} />
            <ArrowRight aria-hidden className="size-4 text-muted-foreground" />
          </>
        )}
        <span className="font-semibold">{versionName}</span>
        {change.isBeta && (
          <Badge variant="warning">
            <Trans>beta</Trans>
          </Badge>
        )}
        {change.isDraft && (
          <Badge variant="warning">
            <Trans>Draft, for tests by staff</Trans>
          </Badge>
        )}
        {change.version === 'older' && (
          <Badge variant="warning">
            <Trans>older</Trans>
          </Badge>
        )}
        <span className="text-sm text-muted-foreground">
          {[
            languageText(language),
            formatDate(releaseDate),
            durationText(expectedDurationMs(firmwareFile.sizeBytes - firmwareTrailerBytes)),
          ].join(' · ')}
        </span>
      </p>
      <AsOf query={asOf} />
    </div>
  )
}

/** `language` is set when the language changes too. */
function Before({ known, language }: { known: InstallStep['known']; language: string | null }) {
  const { t } = useLingui()
  const languageText = useLanguageText()
  if (known.state === 'installed') {
    const inLanguage = language === null ? '' : ` · ${languageText(language)}`
    return <span className="text-muted-foreground">{`${known.versionName}${inLanguage}`}</span>
  }
  return <span className="text-muted-foreground">{known.state === 'none' ? t`No firmware` : t`Unknown`}</span>
}
