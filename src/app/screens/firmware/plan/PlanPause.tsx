import { useLingui } from '@lingui/react/macro'
import { CirclePause } from 'lucide-react'
import type { ReleasePlan } from '../../../../contract/shownRelease.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { useFoundText } from '../../../i18n/useFoundText.ts'
import { useSinceText } from './useNearText.ts'

/** Since when a plan does not go on by itself, and why. */
export function PlanPause({ pause }: { pause: NonNullable<ReleasePlan['pause']> }) {
  const { t } = useLingui()
  const sinceText = useSinceText()
  const causeText = useCauseText()
  return (
    <Alert variant="warning">
      <CirclePause aria-hidden />
      <AlertTitle>{t`Paused ${sinceText(pause.at)}`}</AlertTitle>
      <AlertDescription>{causeText(pause)}</AlertDescription>
    </Alert>
  )
}

function useCauseText(): (pause: NonNullable<ReleasePlan['pause']>) => string {
  const { t } = useLingui()
  const foundText = useFoundText()
  return ({ cause, test }) => {
    switch (cause) {
      case 'person':
        return t`It stays at this share until you let it go on.`
      case 'obstacle':
        return t`What it needs for everyone is missing: see what “Offer to everyone…” says.`
      case 'portal': {
        if (test === null) return t`That is the portal’s fault, not the firmware’s.`
        const whose =
          test.kind === 'browser' ? t`That is the browser’s fault, not the firmware’s.` : t`That is the portal’s fault, not the firmware’s.`
        return `${foundText(test)} ${whose}`
      }
    }
  }
}
