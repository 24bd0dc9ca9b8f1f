import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '../../../../errors.ts'
import { useConnectionFailuresInRow } from '../../../detector/connectionFailures.ts'
import { learnedAdvice } from '../../../update/learnedAdvice.ts'
import { CopyField } from '../../../kit/text/CopyField.tsx'
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
  const isForSupport = cause === 'device.not.understood.error' || learnedAdvice(cause, timesInRow) === 'support'
  return (
    <>
      {cause === 'device.no.reply.error' && (
        <div className="-mt-2 -ml-3">
          <ModeTutorial />
        </div>
      )}
      {cause === 'device.permission.denied.error' && <LinuxRule />}
      {advice !== null && <p className="font-medium text-pretty">{advice}</p>}
      {hasReport && <SaveReport target={null} />}
      {isForSupport && <ContactLink />}
    </>
  )
}

function LinuxRule() {
  const { t } = useLingui()

  return (
    <>
      <p>
        <Trans>
          On Linux, add this line to a new file <code>/etc/udev/rules.d/70-detector.rules</code>, then unplug the detector and plug it back
          in. Browsers installed with Snap or Flatpak cannot access USB devices: use a package from your distribution or from the browser’s
          maker.
        </Trans>
      </p>
      <CopyField label={t`udev rule`} value={udevRule} />
    </>
  )
}
