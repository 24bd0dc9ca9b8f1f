/** Tables as the editor knows them: a header row, at least one more, and one paragraph in a cell. */
import { isSpanOrStart } from '../../../../contract/article.ts'
import { type Block, type Cell, isTextBlock, linesOf, type TableBlock } from './blocks.ts'
import type { HtmlElement, HtmlNode } from './htmlTree.ts'

/** The rows of a table, not those of tables inside it. */
export function rowsOf(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.name === 'tr') return [node]
    return ['thead', 'tbody', 'tfoot'].includes(node.name) ? rowsOf(node.children) : []
  })
}

export function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.children.filter((node): node is HtmlElement => typeof node !== 'string' && (node.name === 'td' || node.name === 'th'))
}

function spanOf(value: string | undefined): string | undefined {
  return value !== undefined && value !== '1' && isSpanOrStart(value) ? value : undefined
}

export function readCell({ attributes }: HtmlElement, blocks: readonly Block[]): Cell {
  const lines = blocks.flatMap(linesOf)
  return {
    alignment: blocks.find(isTextBlock)?.alignment ?? null,
    html: lines.join('<br>'),
    colspan: spanOf(attributes['colspan']),
    rowspan: spanOf(attributes['rowspan']),
  }
}

/** Null without a cell. A single row becomes the header of an empty one. */
export function tableOf(rows: readonly (readonly Cell[])[]): TableBlock | null {
  const filled = rows.filter((cells) => cells.length > 0)
  const [header] = filled
  if (header === undefined) return null
  const blank = header.map(({ colspan }): Cell => ({ alignment: null, html: '', colspan, rowspan: undefined }))
  return { tag: 'table', rows: filled.length === 1 ? [header, blank] : filled }
}
