import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { Button } from '../../../ui/button.tsx'

type RowProps = {
  mark?: ReactNode
  name: string
  detail?: string
  beneath?: ReactNode
  end?: string
  action?: ReactNode
  facts?: ReactNode
}

/** A detector, coil or update in its list. */
export function Row({ mark, name, detail, beneath, end, action, facts }: RowProps) {
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex items-center gap-2.5">
        {mark}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap gap-x-2.5">
            <span className="min-w-0 wrap-break-word">{name}</span>
            {detail !== undefined && <span className="whitespace-nowrap text-muted-foreground tabular-nums">{detail}</span>}
          </span>
          {beneath !== undefined && <span className="block text-muted-foreground">{beneath}</span>}
        </span>
        {end !== undefined && <span className="text-muted-foreground tabular-nums">{end}</span>}
        <span className="-my-1 -mr-2 flex empty:hidden">{action}</span>
      </div>
      {facts}
    </li>
  )
}

type Named = { readonly id: number; readonly name: string }

export function DeleteButton({ owned, onDelete }: { owned: Named; onDelete: (owned: Named) => void }) {
  const { t } = useLingui()
  const { name } = owned
  return <RowButton icon={Trash2} label={t`Delete ${name}`} className="hover:text-destructive!" onClick={() => onDelete(owned)} />
}

type RowButtonProps = { icon: LucideIcon; label: string; className?: string; onClick: () => void }

export function RowButton({ icon: Icon, label, className, onClick }: RowButtonProps) {
  return (
    <Button variant="ghost" size="icon-sm" className={cn('text-muted-foreground', className)} aria-label={label} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  )
}
