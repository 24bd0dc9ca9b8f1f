import { Trans, useLingui } from '@lingui/react/macro'
import { usePercentText } from '../../../i18n/measures.ts'
import { updateFlow, useUpdateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { isRunning } from '../../../update/flow/flowState.ts'

/** What must be read of an update whose dialog is broken: its progress, then its question. Of nothing but elements with one text each. */
export function PlainUpdate() {
  const { t } = useLingui()
  const flow = useUpdateFlow()
  const percentText = usePercentText()
  return (
    <section
      aria-label={t`Update`}
      className="fixed inset-x-0 bottom-0 z-50 flex flex-col items-center gap-2 border-t bg-card p-6 text-center"
    >
      {isRunning(flow) && (
        <>
          <p translate="no" className="text-3xl font-semibold tabular-nums">
            {percentText(flow.percent)}
          </p>
          <p>
            <Trans>Do not unplug the detector, and keep this page open.</Trans>
          </p>
        </>
      )}
      {flow.step === 'asking' && (
        <>
          <p className="font-semibold">
            <Trans>Did your detector restart?</Trans>
          </p>
          <button type="button" className="underline" onClick={() => void updateFlow.answerRestart(true)}>
            <Trans>Yes, it restarted</Trans>
          </button>
          <button type="button" className="underline" onClick={() => void updateFlow.answerRestart(false)}>
            <Trans>No</Trans>
          </button>
        </>
      )}
      {!isRunning(flow) && flow.step !== 'asking' && (
        <button type="button" className="underline" onClick={() => location.reload()}>
          <Trans>Reload the page</Trans>
        </button>
      )}
    </section>
  )
}
