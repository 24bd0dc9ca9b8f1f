import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert } from 'lucide-react'
import type { Recording } from '../../../../device/recorder/recording.ts'
import { AppError } from '../../../../errors.ts'
import { reconnectDetector, useDetector } from '../../../detector/device.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Button } from '../../../ui/button.tsx'
import { ContactLink } from '../support/ContactLink.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { StartRefusal } from './StartRefusal.tsx'
import { SaveReport } from '../support/SaveReport.tsx'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { useFailureAdvice } from './useFailureAdvice.ts'

type FailedDialogProps = {
  failure: FailedUpdate
  /** The recording of an earlier page. */
  recording: Recording | null
  onClose: () => void
}

/** A failed update: what happened, what it means for the detector, what to do now, and a button for it. */
export function FailedDialog({ failure, recording, onClose }: FailedDialogProps) {
  const errorText = useErrorText()
  const advice = useFailureAdvice(failure)
  const detector = useDetector()
  const isGone = detector.status !== 'connected'

  function tryAgain(): void {
    onClose()
    if (!isGone) return
    void reconnectDetector()
  }

  return (
    <OutcomeDialog
      icon={CircleAlert}
      iconClass="text-destructive"
      title={failure.errorType === null ? <Trans>The update did not start</Trans> : errorText(new AppError(failure.errorType))}
      description={
        failure.cause === 'release.not.offered.error' ? <StartRefusal failure={failure} /> : errorText(new AppError(failure.cause))
      }
      onClose={onClose}
      footer={
        <>
          <ContactLink />
          <Button onClick={tryAgain}>{isGone ? <Trans>Reconnect the detector</Trans> : <Trans>Back to the update</Trans>}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 text-pretty">
        <p>{advice.state}</p>
        <p className="font-medium">{advice.remedy}</p>
      </div>
      <Fold
        summary={
          <span className="text-muted-foreground">
            <Trans>Details</Trans>
          </span>
        }
      >
        <Details failure={failure} />
      </Fold>
      {failure.errorType !== null && <SaveReport target={failure.target} earlierRecording={recording} />}
    </OutcomeDialog>
  )
}

/** Details for support, the same in every language. */
function Details({ failure: { cause, during, sentBytes, totalBytes, errorType } }: { failure: FailedUpdate }) {
  const { i18n } = useLingui()
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      {totalBytes > 0 && errorType !== null ? (
        <Trans>
          {cause} · {during} · {i18n.number(sentBytes)} of {i18n.number(totalBytes)} bytes
        </Trans>
      ) : (
        cause
      )}
    </p>
  )
}
