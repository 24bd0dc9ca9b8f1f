import { useLingui } from '@lingui/react/macro'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { Columns3 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { linkColumn } from './listColumn.ts'

type ColumnMenuProps = {
  columns: readonly { readonly id: string; readonly header: string; readonly isLink?: boolean }[]
  visibility: ColumnVisibilityState
  onChange: (visibility: ColumnVisibilityState) => void
}

/** Shows and hides columns, except the one that links to the record. */
export function ColumnMenu({ columns, visibility, onChange }: ColumnMenuProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t`Columns`} title={t`Columns`}>
          <Columns3 aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t`Columns`} className="flex flex-col gap-3 p-4">
        {columns
          .filter((column) => column !== linkColumn(columns))
          .map((column) => (
            <div key={column.id} className="flex items-center gap-2.5">
              <Checkbox
                id={`${id}-${column.id}`}
                checked={visibility[column.id] !== false}
                onCheckedChange={(checked) => onChange({ ...visibility, [column.id]: checked === true })}
              />
              <Label htmlFor={`${id}-${column.id}`}>{column.header}</Label>
            </div>
          ))}
      </PopoverContent>
    </Popover>
  )
}
