import { useLingui } from '@lingui/react/macro'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { Columns3 } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Label } from '../../ui/label.tsx'

type ColumnMenuProps = {
  columns: readonly { readonly id: string; readonly header: string }[]
  visibility: ColumnVisibilityState
  onChange: (visibility: ColumnVisibilityState) => void
}

/** Which columns are shown. The first is not among them: it leads to the record. */
export function ColumnMenu({ columns, visibility, onChange }: ColumnMenuProps) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={t`Columns`} title={t`Columns`}>
          <Columns3 aria-hidden />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t`Columns`}
          className="z-40 flex animate-appear flex-col gap-3 rounded-md border bg-popover p-4 text-popover-foreground shadow-high outline-none"
        >
          {columns.slice(1).map((column) => (
            <div key={column.id} className="flex items-center gap-2.5">
              <Checkbox
                id={`${id}-${column.id}`}
                checked={visibility[column.id] !== false}
                onCheckedChange={(checked) => onChange({ ...visibility, [column.id]: checked === true })}
              />
              <Label htmlFor={`${id}-${column.id}`}>{column.header}</Label>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
