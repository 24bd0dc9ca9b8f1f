/** The step that a release takes later, and what became of one that was not taken when it was due. */
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReleaseStep } from '../../../../contract/releaseStates.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { AppError, isErrorCode } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { lazyDialog } from '../../../kit/dialogs/lazyDialog.tsx'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { type ShownStep, shownSteps } from '../steps/shownSteps.ts'
import { useMomentText } from '../steps/useMomentText.ts'
import { useDueRefetch } from './useDueRefetch.ts'

const StepDialog = lazyDialog(async () => (await import('../steps/StepDialog.tsx')).StepDialog)

type Scheduled = NonNullable<ShownRelease['scheduled']>

export function ScheduledStep({ release }: { release: ShownRelease }) {
  const { scheduled } = release
  useDueRefetch(scheduled?.failure === null ? scheduled.at : null)
  if (scheduled === null) return null
  return scheduled.failure === null ? (
    <Ahead id={release.id} scheduled={scheduled} />
  ) : (
    <NotTaken release={release} scheduled={scheduled} failure={scheduled.failure} />
  )
}

function Ahead({ id, scheduled: { step, at, setBy } }: { id: number; scheduled: Scheduled }) {
  const { t } = useLingui()
  const moment = useMomentText()(at)
  const words = useScheduledWords()[step]
  return (
    <div className="flex items-start justify-between gap-x-4 gap-y-2 text-sm max-sm:flex-col">
      <p className="flex min-w-0 items-start gap-2">
        <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
        <span className="min-w-0 wrap-anywhere">{words.ahead(moment, setBy.tostring)}</span>
      </p>
      {/* Nobody is offered more by that, so nothing is asked. */}
      <ActionButton
        className="max-sm:ml-6 sm:-my-1.5"
        send={() => api.release.unschedule({ params: { id } }).then(() => t`Cancelled: nothing happens on ${moment}`)}
      >
        <Trans>Cancel</Trans>
      </ActionButton>
    </div>
  )
}

type NotTakenProps = { release: ShownRelease; scheduled: Scheduled; failure: string }

function NotTaken({ release, scheduled: { step, at, setBy }, failure }: NotTakenProps) {
  const moment = useMomentText()(at)
  const reason = useFailureText()(failure, setBy.tostring)
  const words = useScheduledWords()[step]
  const [asked, setAsked] = useState<ShownStep | null>(null)
  const shown = shownSteps.find((known) => known === step && release.steps.includes(known))
  return (
    <Alert variant="destructive">
      <CircleAlert aria-hidden />
      <AlertTitle>{words.notTaken}</AlertTitle>
      <AlertDescription>
        <p className="wrap-anywhere">
          <Trans>
            Was due on {moment}, and was not taken. {reason}
          </Trans>
        </p>
        <AlertActions>
          {shown !== undefined && (
            <Button variant="outline" size="sm" onClick={() => setAsked(shown)}>
              <Trans>Set again</Trans>
            </Button>
          )}
          <ActionButton variant="ghost" send={() => api.release.unschedule({ params: { id: release.id } }).then(() => undefined)}>
            <Trans>Dismiss</Trans>
          </ActionButton>
        </AlertActions>
        {asked !== null && <StepDialog release={release} step={asked} isLater onClose={() => setAsked(null)} />}
      </AlertDescription>
    </Alert>
  )
}

type ScheduledWords = {
  /** What will be done, and when and by whom it was set. */
  readonly ahead: (moment: string, name: string) => string
  readonly notTaken: string
}

function useScheduledWords(): Readonly<Record<ReleaseStep, ScheduledWords>> {
  const { t } = useLingui()
  return {
    beta: {
      ahead: (moment, name) => t`Will be offered to its beta testers on ${moment}, set by ${name}`,
      notTaken: t`Not offered to its beta testers`,
    },
    staged: { ahead: (moment, name) => t`Will be offered in steps on ${moment}, set by ${name}`, notTaken: t`Not offered in steps` },
    released: {
      ahead: (moment, name) => t`Will be offered to all owners on ${moment}, set by ${name}`,
      notTaken: t`Not offered to all owners`,
    },
    resume: { ahead: (moment, name) => t`Will be offered again on ${moment}, set by ${name}`, notTaken: t`Not offered again` },
    halt: { ahead: (moment, name) => t`Will be halted on ${moment}, set by ${name}`, notTaken: t`Not halted` },
    withdraw: { ahead: (moment, name) => t`Will be withdrawn for good on ${moment}, set by ${name}`, notTaken: t`Not withdrawn` },
  }
}

/** Why a step was not taken. The usual words of two codes are for somebody who has just pressed a button. */
function useFailureText(): (failure: string, setBy: string) => string {
  const { t } = useLingui()
  const errorText = useErrorText()
  return (failure, setBy) => {
    switch (failure) {
      case 'changed.meanwhile.error':
        return t`The release has changed since this was set.`
      case 'restored':
        return t`The portal was restored from a backup since this was set. Set it again if it is still wanted.`
      case 'not.authorized':
        return t`${setBy} may no longer take this step.`
      default:
        return errorText(new AppError(isErrorCode(failure) ? failure : 'internal.server.error'))
    }
  }
}
