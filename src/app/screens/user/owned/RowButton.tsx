import { useLingui } from '@lingui/react/macro'
import { type LucideIcon, Trash2 } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { Button } from '../../../ui/button.tsx'

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
