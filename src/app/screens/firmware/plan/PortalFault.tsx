import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { useAction } from '../../../kit/dialogs/useAction.tsx'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFaultText } from './usePlanText.ts'

/** Where updates of a release without a plan fail, until somebody has seen it. */
export function PortalFault({ release: { id, versionName, portalFault } }: { release: ShownRelease }) {
  const { t } = useLingui()
  const faultText = useFaultText()
  const seeing = useAction({
    send: () => api.release.resumePlan({ params: { id } }).then(() => t`The failures of ${versionName} are marked as seen`),
  })
  if (portalFault === null) return null
  return (
    <Alert variant="warning">
      <TriangleAlert aria-hidden />
      <AlertTitle>
        {portalFault.kind === 'browser' ? t`Updates fail in one browser` : t`Updates fail in one build of the portal`}
      </AlertTitle>
      <AlertDescription>
        <p>
          {faultText(portalFault)} <Trans>The release is still offered.</Trans>
        </p>
        <AlertActions>
          <Button variant="outline" size="sm" isBusy={seeing.isBusy} onClick={() => seeing.run()}>
            <Trans>Mark as seen</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
