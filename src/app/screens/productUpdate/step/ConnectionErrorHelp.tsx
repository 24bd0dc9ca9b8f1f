import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ErrorCode } from '../../../../errors.ts'
import { useConnectionFailuresInRow } from '../../../detector/connectionFailures.ts'
import { learnedAdvice } from '../../../update/learnedAdvice.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { ContactLink } from '../support/ContactLink.tsx'
import { ModeTutorial } from '../tutorial/ModeTutorial.tsx'
import { SaveReport } from '../support/SaveReport.tsx'
import { useLearnedAdviceText } from '../support/useLearnedAdviceText.ts'

/** Lets users of a Linux desktop reach the detector. 336e is the vendor id 13166 in hexadecimal. */
const udevRule = 'KERNEL=="hidraw*", ATTRS{idVendor}=="336e", TAG+="uaccess"'

/** Errors after the detector was asked something: only these leave anything to report. */
const wasAsked: ReadonlySet<ErrorCode> = new Set([
  'device.no.reply.error',
  'device.bad.checksum.error',
  'device.bad.status.error',
  'device.wrong.offset.error',
  'device.not.understood.error',
])

/** Help for a failed connection: how to repair it, or a report for support. */
export function ConnectionErrorHelp({ cause }: { cause: ErrorCode }) {
  const hasReport = wasAsked.has(cause)
  const timesInRow = useConnectionFailuresInRow()
  const advice = useLearnedAdviceText({ cause, timesInRow, hasReport })
  return (
    <>
      {cause === 'device.no.reply.error' && <ModeTutorial />}
      {cause === 'device.permission.denied.error' && <LinuxRule />}
      {advice !== null && <p className="font-medium text-pretty">{advice}</p>}
      {hasReport && <SaveReport target={null} />}
      {learnedAdvice(cause, timesInRow) === 'support' && <ContactLink />}
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
          On Linux, add this line to a new file <code>/etc/udev/rules.d/70-detector.rules</code>, then unplug the detector and plug it back
          in. Browsers installed with Snap or Flatpak cannot access USB devices: use a package from your distribution or from the browser’s
          maker.
        </Trans>
      </p>
      <div className="flex items-center gap-2">
        <Input readOnly aria-label={t`udev rule`} className="h-8! flex-1 font-mono text-xs!" value={udevRule} />
        <Button variant="ghost" size="icon-sm" aria-label={isCopied ? t`Copied` : t`Copy the line`} onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        </Button>
      </div>
    </>
  )
}
