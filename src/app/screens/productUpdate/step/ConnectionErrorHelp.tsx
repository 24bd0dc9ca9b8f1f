import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorCode } from '../../../../errors.ts'
import { useConnectionFailuresInRow } from '../../../detector/connectionFailures.ts'
import { CopyField } from '../../../kit/text/CopyField.tsx'
import { ContactLink } from '../support/ContactLink.tsx'
import { ModeTutorial } from '../tutorial/ModeTutorial.tsx'
import { SaveReport } from '../support/SaveReport.tsx'
import { useLearnedAdvice } from '../support/useLearnedAdvice.ts'

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

/** Nothing that the person could do helps. */
const forSupport: ReadonlySet<ErrorCode> = new Set(['device.not.understood.error', 'device.numbered.reports.error'])

/** Help for a failed connection: how to repair it, or a report for support. */
export function ConnectionErrorHelp({ cause }: { cause: ErrorCode }) {
  const hasReport = wasAsked.has(cause)
  const timesInRow = useConnectionFailuresInRow()
  const { advice, text } = useLearnedAdvice({ cause, timesInRow, hasReport })
  const isForSupport = forSupport.has(cause) || advice === 'support'
  return (
    <>
      {cause === 'device.no.reply.error' && (
        <div className="-mt-2 -ml-3">
          <ModeTutorial />
        </div>
      )}
      {cause === 'device.permission.denied.error' && <LinuxRule />}
      {cause === 'device.forbidden.error' && <HowToAllow />}
      {cause === 'device.busy.error' && (
        <p className="font-medium text-pretty">
          <Trans>Wait until that one has finished, then try again.</Trans>
        </p>
      )}
      {text !== null && <p className="font-medium text-pretty">{text}</p>}
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

/** WebHidAskForUrls is a policy of Chrome and Edge; `DefaultWebHidGuardSetting` forbids by default. */
function HowToAllow() {
  const { t } = useLingui()
  return (
    <>
      <p>
        <Trans>
          In the site settings, which open from the icon beside the address, allow HID devices. If the browser says that your organisation
          manages this, its administrator can allow this site with a policy:
        </Trans>
      </p>
      <CopyField label={t`Policy`} value={`WebHidAskForUrls: ["${location.origin}"]`} />
    </>
  )
}
