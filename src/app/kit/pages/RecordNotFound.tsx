import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { Button } from '../../ui/button.tsx'
import { listLink } from '../record/recordLinks.ts'
import { Empty } from './Empty.tsx'
import { usePageTitle } from './usePageTitle.ts'

/** Shown for a record that the server does not have, and for an address without a valid id. */
export function RecordNotFound({ entity }: { entity: RecordEntity }) {
  const { t } = useLingui()
  const title = t`Not found`
  usePageTitle(title)
  return (
    <Empty icon={SearchX} title={title}>
      <Button asChild variant="outline" size="sm">
        <Link {...listLink(entity)}>
          <Trans>Back to the list</Trans>
        </Link>
      </Button>
    </Empty>
  )
}
