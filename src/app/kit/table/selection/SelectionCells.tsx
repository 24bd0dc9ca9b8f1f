/** The first column of a list whose rows can be selected. */
import { useLingui } from '@lingui/react/macro'
import { Minus } from 'lucide-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import type { useTableSelection } from './useTableSelection.ts'

/** Must match `selectionInset`. */
const cell = 'sticky left-0 w-10 min-w-10 border-b pr-1 pl-4'
/** Where the column begins that stays beside this one. */
export const selectionInset = 'left-10'
/** A larger place for the pointer than the box that is drawn. */
const box = 'relative block before:absolute before:-inset-1.5 pointer-coarse:before:-inset-3'

type Selecting<Row extends { readonly id: number }> = ReturnType<typeof useTableSelection<Row>>

export function SelectionHead<Row extends { readonly id: number }>({ selecting }: { selecting: Selecting<Row> }) {
  const { t } = useLingui()
  const { isPageSelected, togglePage, isEverything } = selecting
  return (
    <th scope="col" className={`${cell} top-0 z-20 bg-card`}>
      <span className="relative block">
        <Checkbox
          className={box}
          aria-label={isEverything ? t`Select all` : t`Select this page`}
          checked={isPageSelected}
          onCheckedChange={togglePage}
        />
        {isPageSelected === 'indeterminate' && <Minus aria-hidden className="pointer-events-none absolute top-0.5 left-0.5 size-3.5" />}
      </span>
    </th>
  )
}

type SelectionCellProps<Row extends { readonly id: number }> = { selecting: Selecting<Row>; id: number; index: number; name: string }

export function SelectionCell<Row extends { readonly id: number }>({ selecting, id, index, name }: SelectionCellProps<Row>) {
  const { t } = useLingui()
  return (
    <td className={`${cell} z-1 border-border/60 bg-(--row) select-none`}>
      <Checkbox
        className={box}
        data-row-check
        aria-label={t`Select ${name}`}
        checked={selecting.isSelected(id)}
        onClick={({ shiftKey }) => selecting.toggle(index, { isRange: shiftKey })}
      />
    </td>
  )
}
