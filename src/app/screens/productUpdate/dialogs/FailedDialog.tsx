import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Recording } from '../../../../device/recorder/recording.ts'
import { AppError } from '../../../../errors.ts'
import { reconnectDetector, useDetector } from '../../../detector/device.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Button } from '../../../ui/button.tsx'
import { ContactLink } from '../support/ContactLink.tsx'
import { Fold } from '../../../kit/text/Fold.tsx'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { SaveReport } from '../support/SaveReport.tsx'
import type { FailedUpdate } from '../../../detector/updateJournal.ts'
import { useTimesFailed } from '../../../update/flow/appUpdateFlow.ts'
import { detectorOf } from '../../../update/offers/detectorFacts.ts'
import { keptBecause } from '../../../update/offers/nextOffer.ts'
import { offeredFirmwares, ownProducts } from '../../../update/ownQueries.ts'
import { useKnowledge } from '../../../update/useKnowledge.ts'
import { useKeptText } from '../support/useKeptText.ts'
import { useFailureAdvice } from '../support/useFailureAdvice.ts'

type FailedDialogProps = {
  failure: FailedUpdate
  /** The recording of an earlier page. */
  recording: Recording | null
  onClose: () => void
}

/** A failed update: what happened, what it means for the detector, what to do now, and a button for it. */
export function FailedDialog({ failure, recording, onClose }: FailedDialogProps) {
  const errorText = useErrorText()
  const advice = useFailureAdvice(failure, useTimesFailed(failure))
  const isGone = useDetector().status !== 'connected'
  // The button keeps its name when the detector comes or goes: it may be under the pointer.
  const [wasGone] = useState(isGone)

  function tryAgain(): void {
    onClose()
    if (isGone) void reconnectDetector()
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
          <Button onClick={tryAgain}>{wasGone ? <Trans>Reconnect the detector</Trans> : <Trans>Back to the update</Trans>}</Button>
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

/** Why the server has refused a start: by the list that is fetched after it (ownQueries.ts), or else in the usual words. */
function StartRefusal({ failure: { cause, target } }: { failure: FailedUpdate }) {
  const knowledge = useKnowledge()
  const keptText = useKeptText()
  const errorText = useErrorText()
  const product = useQuery(ownProducts).data?.find(({ id }) => id === target.userProductId)
  const { data: listed = [], isFetching } = useQuery({ ...offeredFirmwares(product?.product.id ?? 0), enabled: product !== undefined })
  if (isFetching) return <Trans>One moment: the portal is being asked why.</Trans>
  const firmware = listed.find(({ id }) => id === target.firmwareId)
  if (firmware === undefined || product === undefined) return <>{errorText(new AppError(cause))}</>
  const because = keptBecause(firmware, listed, detectorOf(product, knowledge))
  return <>{because === null ? errorText(new AppError(cause)) : keptText({ firmware, because })}</>
}
