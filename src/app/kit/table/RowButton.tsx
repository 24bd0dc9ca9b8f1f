import type { LucideIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

type RowButtonProps = {
  icon: LucideIcon
  /** Names the action and the row: "Delete 5.2 (English)". */
  label: string
  onClick: () => void
}

/** An icon at the end of a row that takes something away: it turns red under the pointer. */
export function RowButton({ icon: Icon, label, onClick }: RowButtonProps) {
  return (
    <Button variant="ghost" size="icon-row" className="hover:text-destructive!" aria-label={label} title={label} onClick={onClick}>
      <Icon aria-hidden />
    </Button>
  )
}
