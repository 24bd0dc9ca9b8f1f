import { useLingui } from '@lingui/react/macro'
import { BetweenHorizontalEnd, BetweenVerticalEnd, BetweenVerticalStart, TableColumnsSplit, TableRowsSplit, Trash2 } from 'lucide-react'
import type { Command } from '@milkdown/kit/prose/state'
import { addColumnLeft, addColumnRight, addRow, removeColumn, removeRow, removeTable } from './tableActions.ts'
import { ToolbarButton } from './ToolbarButton.tsx'

/** While the cursor is in a table. */
export function TableTools({ run }: { run: (command: Command) => void }) {
  const { t } = useLingui()
  return (
    <div className="grid grid-cols-2 gap-0.5 border-t pt-1 sm:flex sm:flex-wrap sm:items-center">
      <ToolbarButton hasText label={t`Add a row`} icon={BetweenHorizontalEnd} onPress={() => run(addRow)} />
      <ToolbarButton hasText label={t`Add a column before`} icon={BetweenVerticalStart} onPress={() => run(addColumnLeft)} />
      <ToolbarButton hasText label={t`Add a column after`} icon={BetweenVerticalEnd} onPress={() => run(addColumnRight)} />
      <ToolbarButton hasText label={t`Delete the row`} icon={TableRowsSplit} onPress={() => run(removeRow)} />
      <ToolbarButton hasText label={t`Delete the column`} icon={TableColumnsSplit} onPress={() => run(removeColumn)} />
      <ToolbarButton hasText label={t`Delete the table`} icon={Trash2} onPress={() => run(removeTable)} />
    </div>
  )
}
