import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { TableSelection } from './useTableSelection.ts'

type SelectionBarProps = {
  selection: TableSelection
  /** The searches and filters, whose place the bar takes while rows are selected. */
  toolbar: ReactNode
  /** What can be done with the selected rows. */
  children: ReactNode
}

/** How many rows are selected, and what can be done with them. The rows below stay where they are. */
export function SelectionBar({ selection: { count, isAll, totalRows, selectAll, clear }, toolbar, children }: SelectionBarProps) {
  const { t, i18n } = useLingui()
  const isShown = count > 0
  return (
    <div className="relative">
      <div inert={isShown} className={isShown ? 'invisible' : undefined}>
        {toolbar}
      </div>
      {isShown && (
        <section aria-label={t`Selection`} className="absolute inset-0 flex flex-wrap content-start items-center gap-x-3 gap-y-1.5">
          <output className="text-sm font-medium tabular-nums">
            <Plural value={count} one="# selected" other="# selected" />
          </output>
          {!isAll && totalRows > count && (
            <Button variant="link" size="inline" onClick={selectAll}>
              <Trans>Select all {i18n.number(totalRows)} found</Trans>
            </Button>
          )}
          {children}
          <Button variant="ghost" size="sm" onClick={clear}>
            <Trans>Clear</Trans>
          </Button>
        </section>
      )}
    </div>
  )
}
