import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AppError, type ErrorCode } from '../../../errors.ts'
import type { DetectorState } from '../../device.ts'
import { useErrorText } from '../../kit/useErrorText.ts'
import { Alert, AlertDescription, AlertTitle } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { SaveReport } from './SaveReport.tsx'

/** Lets a Linux desktop's user talk to the detector: 336e is the vendor id, 13166, in hexadecimal. */
const udevRule = 'KERNEL=="hidraw*", ATTRS{idVendor}=="336e", TAG+="uaccess"'

/** Only where the detector was asked something is there anything to report. */
const wasAsked: ReadonlySet<ErrorCode> = new Set([
  'device.no.reply.error',
  'device.bad.checksum.error',
  'device.bad.status.error',
  'device.wrong.offset.error',
])

/** Why the detector is not connected, in words, with what to do; nothing where nothing went wrong. */
export function DetectorTrouble({ detector }: { detector: DetectorState }) {
  const errorText = useErrorText()
  if (detector.status === 'lost') {
    return (
      <Alert role="alert" variant="warning" className="w-full text-left">
        <TriangleAlert aria-hidden />
        <AlertTitle>
          <Trans>The detector was unplugged</Trans>
        </AlertTitle>
        <AlertDescription>
          <Trans>Plug it in again, then connect it. Some detectors must be chosen again each time.</Trans>
        </AlertDescription>
      </Alert>
    )
  }
  if (detector.status !== 'failed') return null
  return (
    <>
      <Alert role="alert" variant="destructive" className="w-full text-left">
        <TriangleAlert aria-hidden />
        <AlertTitle>
          <Trans>The detector could not be connected</Trans>
        </AlertTitle>
        <AlertDescription>
          <p>{errorText(new AppError(detector.cause))}</p>
          {detector.cause === 'device.permission.denied.error' && <LinuxRule />}
        </AlertDescription>
      </Alert>
      {wasAsked.has(detector.cause) && <SaveReport target={null} />}
    </>
  )
}

function LinuxRule() {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(udevRule)
    setCopied(true)
  }

  return (
    <>
      <p>
        <Trans>
          On Linux, put this line into a new file <code>/etc/udev/rules.d/70-detector.rules</code>, then unplug the detector and plug it in
          again. A browser installed as Snap or Flatpak cannot reach USB devices: use the one of your distribution or of its maker.
        </Trans>
      </p>
      <div className="flex items-center gap-2">
        <Input readOnly aria-label={t`udev rule`} className="h-8! min-w-0 flex-1 font-mono text-xs!" value={udevRule} />
        <Button variant="ghost" size="icon-sm" aria-label={isCopied ? t`Copied` : t`Copy the line`} onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </Button>
      </div>
    </>
  )
}
