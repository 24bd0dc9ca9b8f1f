import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { recordLink } from '../record/recordLinks.ts'
import { RowButton } from './RowButton.tsx'

type RowActionsProps = {
  entity: RecordEntity
  id: number
  name: string
  mayEdit: boolean
  mayDelete: boolean
  onDelete: () => void
  /** Before edit and delete: what else this row can do. On a phone it takes the place of edit, which the record's page has too. */
  children?: ReactNode
}

/** The buttons at the end of a row, by the user's rights. */
export function RowActions({ entity, id, name, mayEdit, mayDelete, onDelete, children }: RowActionsProps) {
  const { t } = useLingui()
  const hasMore = children !== undefined && children !== null && children !== false
  return (
    <span className="inline-flex gap-0.5 text-muted-foreground">
      {children}
      {mayEdit && (
        <Button asChild variant="ghost" size="icon-row" aria-label={t`Edit ${name}`} className={cn(hasMore && 'max-sm:hidden')}>
          <Link {...recordLink(entity, 'edit', id)} preloadDelay={200}>
            <Pencil aria-hidden />
          </Link>
        </Button>
      )}
      {mayDelete && <RowButton icon={Trash2} label={t`Delete ${name}`} onClick={onDelete} />}
    </span>
  )
}
