/** How far a staged release is offered, what its next step waits for, and how staff change that. */
import { Trans, useLingui } from '@lingui/react/macro'
import { CirclePause } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import type { ReleasePlan, ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { ActionDialog } from '../../../kit/form/ActionDialog.tsx'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { TextField } from '../../../kit/fields/TextField.tsx'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useListText } from '../conditions/conditionWords.ts'
import { useDueRefetch } from '../schedule/useDueRefetch.ts'
import { useTargetText } from '../steps/useFirstShareText.ts'
import { checkPlan, checkRaise, percentOf, plannedShares, planSchema, raisedTo, raiseSchema } from './planValues.ts'
import { useSinceText } from './useNearText.ts'
import { useFaultText, useNextText, useSharedText } from './usePlanText.ts'

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
  if (pause !== null) {
    return (
      <ActionButton send={() => api.release.resumePlan({ params: { id } }).then(() => t`The plan of ${versionName} goes on`)}>
        <Trans>Go on</Trans>
      </ActionButton>
    )
  }
  if (next === null) return null
  return (
    <ActionButton send={() => api.release.pausePlan({ params: { id } }).then(() => t`The plan of ${versionName} is paused`)}>
      <Trans>Pause</Trans>
    </ActionButton>
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

type DialogProps = { release: ShownRelease; onClose: () => void }

/** Offers a staged release to more detectors at once, for a reason that its history keeps. */
function RaiseShareDialog({ release: { id, versionName, plan }, onClose }: DialogProps) {
  const { t } = useLingui()
  const shareText = useShareText()
  // No longer staged: the server says so.
  const from = plan?.share ?? 0
  return (
    <ActionDialog
      title={t`Raise the share of ${versionName}`}
      description={t`More detectors are offered it at once, whatever the updates so far say. The share cannot be made smaller again.`}
      schema={raiseSchema}
      defaultValues={{ share: '', reason: '' }}
      check={(values) => checkRaise(values, from)}
      action={(values) => {
        const share = raisedTo(values, from)
        if (share === null) return t`Raise the share`
        return share >= 1 ? t`Offer to all detectors` : t`Offer to ${shareText(share)} of the detectors`
      }}
      send={async (values) => {
        const sent = v.parse(raiseSchema, values)
        await api.release.raiseShare({ params: { id }, body: { ...sent, from } })
        if (sent.share >= 1) return t`${versionName} is now offered to all detectors`
        return t`${versionName} is now offered to ${shareText(sent.share)} of the detectors`
      }}
      onClose={onClose}
    >
      {({ control, values }) => (
        <>
          <TextField
            control={control}
            name="share"
            label={t`Share of the detectors, in percent`}
            help={
              raisedTo(values, from) === 1
                ? t`It is released when its plan says so, or when you offer it to everyone.`
                : t`Now ${shareText(from)}. 100 is everyone.`
            }
            inputMode="decimal"
            autoComplete="off"
          />
          <TextField
            control={control}
            name="reason"
            label={t`Reason`}
            help={t`Stays with this release, with your name and the date.`}
            autoComplete="off"
          />
        </>
      )}
    </ActionDialog>
  )
}

/** Changes the shares that updates lead a staged release to. */
function PlanDialog({ release: { id, versionName, plan }, onClose }: DialogProps) {
  const { t } = useLingui()
  const listText = useListText()
  const targetText = useTargetText()
  return (
    <ActionDialog
      title={t`Plan of ${versionName}`}
      description={t`It grows to the next of these shares as updates succeed, at most one step a day.`}
      schema={planSchema}
      defaultValues={{ shares: (plan?.shares ?? []).map(percentOf).join(', ') }}
      check={checkPlan}
      action={(values) => {
        const shares = plannedShares(values.shares)
        if (shares?.length === 0) return t`Grow by hand only`
        // Those before the one that it has change nothing.
        const ahead = (shares ?? []).filter((share) => share > (plan?.share ?? 0))
        const list = listText(ahead.map(targetText))
        return ahead.length === 0 ? t`Save` : t`Grow to ${list}`
      }}
      send={async (values) => {
        await api.release.setPlan({ params: { id }, body: v.parse(planSchema, values) })
        return t`The plan of ${versionName} is changed`
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <TextField
          control={control}
          name="shares"
          label={t`Shares in percent`}
          help={t`As “5, 20, 50, 100”, each larger than the one before. If you leave it empty, it grows by hand only.`}
          autoComplete="off"
        />
      )}
    </ActionDialog>
  )
}
