import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'

/** `status` is the contract's name: whether the zone is enabled. */
export function ZoneStatus({ status }: { status: boolean }) {
  return status ? (
    <Badge variant="success">
      <Trans>Enabled</Trans>
    </Badge>
  ) : (
    <Badge variant="outline">
      <Trans>Disabled</Trans>
    </Badge>
  )
}
