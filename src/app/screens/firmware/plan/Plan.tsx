/** How far a staged release is offered, what its next step waits for, and how staff change that. */
import { Trans, useLingui } from '@lingui/react/macro'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import type { ReleasePlan, ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useReleaseCall } from '../useReleaseCall.ts'
import { useDueRefetch } from '../schedule/useDueRefetch.ts'
import { useSinceText } from './useNearText.ts'
import { useFaultText, useNextText, useSharedText } from './usePlanText.ts'

const RaiseShareDialog = lazyDialog(async () => (await import('./RaiseShareDialog.tsx')).RaiseShareDialog)
const PlanDialog = lazyDialog(async () => (await import('./PlanDialog.tsx')).PlanDialog)

type Asked = 'share' | 'plan'

export function Plan({ release }: { release: ShownRelease }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      {release.plan !== null && <PlanSection release={release} plan={release.plan} onAsk={setAsked} />}
      {/* Also where it is no longer staged: the forms say so. */}
      {asked === 'share' && <RaiseShareDialog release={release} onClose={close} />}
      {asked === 'plan' && <PlanDialog release={release} onClose={close} />}
    </>
  )
}

type PlanSectionProps = { release: ShownRelease; plan: ReleasePlan; onAsk: (asked: Asked) => void }

function PlanSection({ release, plan, onAsk }: PlanSectionProps) {
  const { t } = useLingui()
  const [sharedText, nextText] = [useSharedText(), useNextText()]
  const { state, images } = release
  const { share, since, next, pause } = plan
  // It grows when that day has come, or a moment after nothing is left to wait for.
  useDueRefetch(next === null ? null : (next.notBefore ?? (next.outcomes === 0 ? since : null)))
  const isStaged = state === 'staged'
  // All of it deleted: restoring comes first.
  const isChangeable = isStaged && !images.every(({ isDeleted }) => isDeleted)
  return (
    <section aria-label={t`Plan`} className="flex flex-col gap-1.5 text-sm">
      <h3 className="font-medium">
        <Trans>Plan</Trans>
      </h3>
      <p className="text-pretty">{[sharedText(plan, !isStaged), isStaged && nextText(plan)].filter(Boolean).join(' ')}</p>
      {isStaged && next !== null && next.outcomes > 0 && (
        <p className="text-pretty text-muted-foreground">
          <Trans>An update counts a day after it began.</Trans>
        </p>
      )}
      {isStaged && pause !== null && <PlanPause pause={pause} />}
      {isChangeable && (
        <div className="mt-1 flex flex-wrap gap-2">
          {share < 1 && (
            <Button variant="outline" size="sm" onClick={() => onAsk('share')}>
              <Trans>Raise the share…</Trans>
            </Button>
          )}
          <PauseButton release={release} plan={plan} />
          <Button variant="outline" size="sm" onClick={() => onAsk('plan')}>
            <Trans>Change the plan…</Trans>
          </Button>
        </div>
      )}
    </section>
  )
}

/** Nothing, where it grows by hand only. */
function PauseButton({ release: { id, versionName }, plan: { next, pause } }: { release: ShownRelease; plan: ReleasePlan }) {
  const { t } = useLingui()
  const pausing = useReleaseCall(() => api.release.pausePlan({ params: { id } }), t`The plan of ${versionName} is paused`)
  const resuming = useReleaseCall(() => api.release.resumePlan({ params: { id } }), t`The plan of ${versionName} goes on`)
  if (pause !== null) {
    return (
      <Button variant="outline" size="sm" isBusy={resuming.isPending} onClick={() => resuming.mutate()}>
        <Trans>Go on</Trans>
      </Button>
    )
  }
  if (next === null) return null
  return (
    <Button variant="outline" size="sm" isBusy={pausing.isPending} onClick={() => pausing.mutate()}>
      <Trans>Pause</Trans>
    </Button>
  )
}

/** Since when a plan does not go on by itself, and why. */
function PlanPause({ pause }: { pause: NonNullable<ReleasePlan['pause']> }) {
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
