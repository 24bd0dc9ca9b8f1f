import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { ActionButton } from '../../../kit/dialogs/ActionButton.tsx'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { useFaultText } from './usePlanText.ts'

/** Where updates of a release without a plan fail, until somebody has seen it. */
export function PortalFault({ release: { id, versionName, portalFault } }: { release: ShownRelease }) {
  const { t } = useLingui()
  const faultText = useFaultText()
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
          <ActionButton
            send={() => api.release.resumePlan({ params: { id } }).then(() => t`The failures of ${versionName} are marked as seen`)}
          >
            <Trans>Mark as seen</Trans>
          </ActionButton>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
