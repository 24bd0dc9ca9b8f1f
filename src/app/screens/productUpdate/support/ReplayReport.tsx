import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, FileUp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Replay } from '../../../../device/recorder/replay.ts'
import type { FlightReport } from '../../../detector/flightReport/reportSchema.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useErrorText } from '../../../kit/failures/useErrorText.ts'
import { Alert, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Fact, Facts } from '../../../kit/pages/Facts.tsx'
import type { LinkEnd } from '../../../../device/recorder/recording.ts'
import type { UpdateFailure } from '../../../../device/update/updateState.ts'
import { AppError } from '../../../../errors.ts'

type State =
  | { readonly step: 'idle' | 'replaying' }
  | { readonly step: 'replayed'; readonly name: string; readonly report: FlightReport; readonly replay: Replay }
  | { readonly step: 'refused'; readonly error: unknown }

/** For QA: loads a saved report and replays it through the device layers. */
export function ReplayReport() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [state, setState] = useState<State>({ step: 'idle' })

  async function load(file: File): Promise<void> {
    setState({ step: 'replaying' })
    try {
      const { readReport } = await import('../../../detector/flightReport/readReport.ts')
      const { replayReport } = await import('../../../detector/flightReport/replayReport.ts')
      const report = await readReport(file)
      setState({ step: 'replayed', name: file.name, report, replay: await replayReport(report) })
    } catch (error) {
      setState({ step: 'refused', error })
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="relative flex h-8 items-center gap-2 self-start rounded-md border border-input/70 bg-card px-3 text-sm font-medium shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-hover:bg-accent">
        {state.step === 'replaying' ? <Spinner /> : <FileUp aria-hidden className="size-4" />}
        <Trans>Load a report</Trans>
        {/* Covers the button invisibly, so that the browser's file input handles clicks, drops and keys. */}
        <input
          type="file"
          accept=".gz,.json"
          aria-label={t`Load a report`}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file !== undefined) void load(file)
            target.value = ''
          }}
        />
      </div>
      <output className="block empty:hidden">
        {state.step === 'refused' && (
          <Alert variant="destructive">
            <TriangleAlert aria-hidden />
            <AlertTitle>{errorText(state.error)}</AlertTitle>
          </Alert>
        )}
        {state.step === 'replayed' && <Result {...state} />}
      </output>
    </div>
  )
}

function Result({ name, report, replay }: { name: string; report: FlightReport; replay: Replay }) {
  const endText = useEndText()
  const { divergence, ends } = replay
  const isSame = divergence === null
  // The disconnect after an update is of no interest.
  const end = ends.findLast(({ call }) => call !== 'disconnect')
  return (
    <Alert variant={isSame ? 'success' : 'warning'}>
      {isSame ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
      <AlertTitle>{isSame ? <Trans>The replay ended as recorded</Trans> : <Trans>The replay differs from the recording</Trans>}</AlertTitle>
      <AlertDescription>
        <p>{endText(end)}</p>
        {divergence !== null && (
          <p>
            <Trans>
              Row {divergence.row + 1}, after {divergence.atMs} ms: the recording has{' '}
              <code className="break-all">{divergence.recorded}</code>, the replay <code className="break-all">{divergence.replayed}</code>.
            </Trans>
          </p>
        )}
        <Facts>
          <Fact name={<Trans>Report</Trans>}>{name}</Fact>
          <Fact name={<Trans>Saved</Trans>}>{formatDateTime(report.savedAt)}</Fact>
          {report.firmware !== null && <Fact name={<Trans>Firmware</Trans>}>{report.firmware.versionName}</Fact>}
          <Fact name={<Trans>Rows</Trans>}>{report.rows.length}</Fact>
          <Fact name={<Trans>Portal</Trans>}>{report.appVersion}</Fact>
          <Fact name={<Trans>Browser</Trans>}>
            <span className="break-words">{report.userAgent}</span>
          </Fact>
        </Facts>
      </AlertDescription>
    </Alert>
  )
}

/** How a recorded call ended, as text. */
function useEndText(): (end: LinkEnd | undefined) => string {
  const { t, i18n } = useLingui()
  const errorText = useErrorText()
  const phases: Readonly<Record<UpdateFailure['during'], string>> = {
    loading: t`Loading`,
    erasing: t`Erasing`,
    programming: t`Programming`,
    completing: t`Completing`,
  }

  return (end) => {
    if (end === undefined) return t`Nothing was completed.`
    if (end.call !== 'update') {
      if (end.cause === null) return t`The detector was connected, and nothing was installed.`
      if (end.call === 'probe') return t`The connection check failed. ${errorText(new AppError(end.cause))}`
      return t`The detector could not be connected. ${errorText(new AppError(end.cause))}`
    }
    const { outcome } = end
    if (outcome.phase === 'succeeded') return t`The update succeeded.`
    const sentBytes = i18n.number(outcome.sentBytes)
    const totalBytes = i18n.number(outcome.totalBytes)
    return t`The update failed during the “${phases[outcome.during]}” phase, with ${sentBytes} of ${totalBytes} bytes confirmed. ${errorText(new AppError(outcome.cause))}`
  }
}
