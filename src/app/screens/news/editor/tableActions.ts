import type { Command, EditorState } from '@milkdown/kit/prose/state'
import { TextSelection } from '@milkdown/kit/prose/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
} from '@milkdown/kit/prose/tables'

/** A header and two rows of three cells. */
const [rowCount, columnCount] = [3, 3]

export const insertTable: Command = (state, dispatch) => {
  const { table, table_header_row: headerRow, table_row: row, table_header: header, table_cell: cell } = state.schema.nodes
  if (isInTable(state) || !table || !headerRow || !row || !header || !cell) return false
  const cells = (type: typeof cell) => Array.from({ length: columnCount }, () => type.createAndFill()).filter((one) => one !== null)
  const rows = Array.from({ length: rowCount }, (_, index) =>
    index === 0 ? headerRow.create(null, cells(header)) : row.create(null, cells(cell)),
  )
  const { from } = state.selection
  const tr = state.tr.replaceSelectionWith(table.create(null, rows))
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(from))).scrollIntoView())
  return true
}

/** Below the row of the cursor; a header has no row above. */
export const addRow: Command = (state, dispatch) => {
  const { table_row: row, table_cell: cell } = state.schema.nodes
  if (!isInTable(state) || !row || !cell) return false
  const rect = selectedRect(state)
  if (rect.bottom > 1) return addRowAfter(state, dispatch)
  // The preset's row after a header would be another header.
  const cells = Array.from({ length: rect.map.width }, () => cell.createAndFill()).filter((one) => one !== null)
  const afterHeader = rect.tableStart + (rect.table.firstChild?.nodeSize ?? 0)
  dispatch?.(state.tr.insert(afterHeader, row.create(null, cells)))
  return true
}

/** A table has a header and a row at least. */
export const removeRow: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const rect = selectedRect(state)
  const left = rect.map.height - (rect.bottom - rect.top)
  return rect.top > 0 && left >= 2 ? deleteRow(state, dispatch) : false
}

export const addColumnLeft: Command = addColumnBefore
export const addColumnRight: Command = addColumnAfter

export const removeColumn: Command = (state, dispatch) => {
  if (!isInTable(state)) return false
  const rect = selectedRect(state)
  return rect.right - rect.left < rect.map.width ? deleteColumn(state, dispatch) : false
}

export const removeTable: Command = deleteTable

export function isInTableAt(state: EditorState): boolean {
  return isInTable(state)
}
