import { Trans } from '@lingui/react/macro'
import { ShieldAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { reconnectDetector } from '../../../detector/device.ts'
import { CheckList } from '../checks/CheckList.tsx'
import { type Check, isRisky } from '../../../update/checks/checks.ts'
import { updateFlow } from '../../../update/flow/appUpdateFlow.ts'
import { ContactLink } from '../support/ContactLink.tsx'
import { OutcomeDialog } from './OutcomeDialog.tsx'

/** A check failed before anything was erased: why, and what to do about it. */
export function RefusedDialog({ checks, onClose }: { checks: readonly Check[]; onClose: () => void }) {
  // Nothing that the person could do makes a hold end.
  const isKept = checks.some(({ name }) => name === 'release')
  const problems = checks.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'later')
  const gone = problems.filter(({ name }) => name === 'permission')
  const isGone = gone.length > 0

  function reconnect(): void {
    onClose()
    void reconnectDetector()
  }
  return (
    <OutcomeDialog
      icon={ShieldAlert}
      iconClass="text-warning"
      title={<Trans>The update did not start</Trans>}
      description={
        isKept ? (
          <Trans>Nothing was changed on your detector.</Trans>
        ) : (
          <Trans>Nothing was changed on your detector. Fix this first, so that the update is not interrupted:</Trans>
        )
      }
      onClose={onClose}
      footer={
        <>
          <ContactLink />
          {isRisky(checks) && (
            <Button variant="outline" onClick={() => void updateFlow.installAnyway()}>
              <Trans>Install anyway</Trans>
            </Button>
          )}
          {isGone ? (
            <Button onClick={reconnect}>
              <Trans>Reconnect the detector</Trans>
            </Button>
          ) : (
            <Button onClick={onClose}>
              <Trans>Back to the update</Trans>
            </Button>
          )}
        </>
      }
    >
      {/* Of a detector that is gone there is nothing else to say. */}
      <CheckList checks={isGone ? gone : problems} />
    </OutcomeDialog>
  )
}
