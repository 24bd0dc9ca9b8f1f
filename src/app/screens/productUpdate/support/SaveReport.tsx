import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { toast } from 'sonner'
import { toastErrorMs } from '../../../../contract/rules.ts'
import type { Recording } from '../../../../device/recorder/recording.ts'
import { recordedLink } from '../../../detector/device.ts'
import type { UpdateTarget } from '../../../detector/updateJournal.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Label } from '../../../ui/label.tsx'

type SaveReportProps = {
  /** The update that was running, if any. */
  target: UpdateTarget | null
  /** The recording of an earlier page; by default this page's. */
  earlierRecording?: Recording | null
}

/** Saves the flight recorder's recording as a file for the maker's support. Renders nothing without a recording. */
export function SaveReport({ target, earlierRecording = null }: SaveReportProps) {
  const { t } = useLingui()
  const recording = useRecording(earlierRecording)
  const [areSerialNumbersLeftOut, setLeftOut] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const id = useId()
  if (recording === null) return null

  async function save(recorded: Recording): Promise<void> {
    setSaving(true)
    try {
      const { saveReport } = await import('../../../detector/flightReport/writeReport.ts')
      const firmware = target && { id: target.firmwareId, versionName: target.versionName, ...target.file }
      await saveReport(recorded, { areSerialNumbersLeftOut, firmware })
    } catch {
      // Only the import can fail here.
      toast.error(t`The report could not be saved. Check your internet connection and try again.`, { duration: toastErrorMs })
    }
    setSaving(false)
  }

  return (
    <div className="flex flex-col gap-3 rounded-lg bg-muted px-4 py-3 text-left text-sm">
      <p className="text-pretty text-muted-foreground">
        <Trans>The report shows what the detector and this page sent to each other. It stays on your computer until you send it.</Trans>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <Label htmlFor={id} className="font-normal!">
          <Checkbox id={id} checked={areSerialNumbersLeftOut} onCheckedChange={(checked) => setLeftOut(checked === true)} />
          <Trans>Leave out serial numbers</Trans>
        </Label>
        <Button variant="outline" size="sm" isBusy={isSaving} onClick={() => void save(recording)}>
          {!isSaving && <Download aria-hidden />}
          <Trans>Save the report</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The recording as it is when this first renders: the next connection starts a new one. */
function useRecording(earlierRecording: Recording | null): Recording | null {
  const [recording, setRecording] = useState(earlierRecording)
  useEffect(() => {
    if (earlierRecording !== null) return
    void recordedLink().then(setRecording)
  }, [earlierRecording])
  return recording
}
