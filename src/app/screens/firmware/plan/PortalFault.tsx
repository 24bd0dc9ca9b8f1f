import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { api } from '../../../api/api.ts'
import { Alert, AlertActions, AlertDescription, AlertTitle } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { useReleaseCall } from '../useReleaseCall.ts'
import { useFaultText } from './usePlanText.ts'

/** Where updates of a release without a plan fail, until somebody has seen it. */
export function PortalFault({ release: { id, versionName, portalFault } }: { release: ShownRelease }) {
  const { t } = useLingui()
  const faultText = useFaultText()
  const seeing = useReleaseCall(() => api.release.resumePlan({ params: { id } }), t`The failures of ${versionName} are marked as seen`)
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
          <Button variant="outline" size="sm" isBusy={seeing.isPending} onClick={() => seeing.mutate()}>
            <Trans>Mark as seen</Trans>
          </Button>
        </AlertActions>
      </AlertDescription>
    </Alert>
  )
}
