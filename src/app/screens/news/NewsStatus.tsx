import { Trans } from '@lingui/react/macro'
import { Badge } from '../../ui/badge.tsx'

export function NewsStatus({ isPublished }: { isPublished: boolean }) {
  return isPublished ? (
    <Badge variant="success">
      <Trans>Published</Trans>
    </Badge>
  ) : (
    <Badge variant="warning">
      <Trans>Draft</Trans>
    </Badge>
  )
}
