import { Trans } from '@lingui/react/macro'
import type { NewsRow } from '../../../contract/news.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Badge } from '../../ui/badge.tsx'

export function NewsStatus({ status, publishAt }: Pick<NewsRow, 'status' | 'publishAt'>) {
  if (status) {
    return (
      <Badge variant="success">
        <Trans>Published</Trans>
      </Badge>
    )
  }
  if (publishAt) {
    return (
      <Badge>
        <Trans>Scheduled for {formatDateTime(publishAt)}</Trans>
      </Badge>
    )
  }
  return (
    <Badge variant="warning">
      <Trans>Draft</Trans>
    </Badge>
  )
}
