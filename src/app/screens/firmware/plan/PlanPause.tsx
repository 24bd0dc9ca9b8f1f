import { useLingui } from '@lingui/react/macro'
import { CirclePause } from 'lucide-react'
import type { ReleasePlan } from '../../../../contract/shownRelease.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { useSinceText } from './useNearText.ts'
import { useFaultText } from './usePlanText.ts'

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
  const faultText = useFaultText()
  return ({ cause, test }) => {
    switch (cause) {
      case 'person':
        return t`It stays at this share until you let it go on.`
      case 'obstacle':
        return t`What it needs for everyone is missing: see what “Offer to everyone…” says.`
      case 'portal':
        return test === null ? t`That is the portal’s fault, not the firmware’s.` : faultText(test)
    }
  }
}
