import { Trans, useLingui } from '@lingui/react/macro'
import { Cable } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/dialog.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'
import type { RunningState } from '../../../update/flow/flowState.ts'
import { type Phase, progressOf } from '../../../update/flow/updateProgress.ts'
import { useBytesText, useDurationText, usePercentText } from '../../../i18n/measures.ts'
import { useTabTitle } from './useTabTitle.ts'
import { focusNextStep } from '../step/useFollowedFocus.ts'

/** A running update: its phase, a progress bar that never goes back, and the remaining time. It closes by itself; Escape does not close it. */
export function ProgressDialog({ flow }: { flow: RunningState }) {
  const { t } = useLingui()
  const durationText = useDurationText()
  const bytesText = useBytesText()
  const percentText = usePercentText()
  const { phase, doneBytes, totalBytes, bytesPerSecond, remainingMs } = progressOf(flow)
  const { percent } = flow
  useTabTitle(percentText(percent))
  const titles: Readonly<Record<Phase, string>> = { loading: t`Loading`, erasing: t`Erasing`, programming: t`Programming` }
  const title = titles[phase]
  const announced = Math.floor(percent / 10) * 10

  return (
    <Dialog open>
      <DialogContent
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          focusNextStep()
        }}
      >
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>
            {flow.step === 'downloading' ? (
              <Trans>The firmware is being downloaded and checked. Nothing has changed on your detector yet.</Trans>
            ) : (
              <span className="inline-flex items-center gap-2">
                <Cable aria-hidden className="size-4 shrink-0" />
                <Trans>Do not unplug the detector, and keep this page open.</Trans>
              </span>
            )}
          </DialogDescription>
        </DialogHeader>
        <div className="flex flex-col gap-2.5">
          <div className="flex items-baseline justify-between tabular-nums">
            {/* A translator must not keep an old number. */}
            <span translate="no" className="text-3xl font-semibold tracking-tight">
              {percentText(percent)}
            </span>
            <span className="text-sm text-muted-foreground">{remainingMs !== null && <Trans>{durationText(remainingMs)} left</Trans>}</span>
          </div>
          <Progress value={percent} aria-label={title} />
          <p className="flex min-h-5 justify-between gap-4 text-sm text-muted-foreground tabular-nums">
            {doneBytes !== null && totalBytes !== null && (
              <Trans>
                {bytesText(doneBytes)} of {bytesText(totalBytes)}
              </Trans>
            )}
            {bytesPerSecond !== null && <span>{bytesText(bytesPerSecond, 'perSecond')}</span>}
          </p>
        </div>
        <output className="sr-only">{`${title}, ${percentText(announced)}`}</output>
        {flow.step === 'downloading' && (
          <DialogFooter>
            <Button variant="outline" onClick={updateFlow.cancelDownload}>
              <Trans>Cancel</Trans>
            </Button>
          </DialogFooter>
        )}
      </DialogContent>
    </Dialog>
  )
}
