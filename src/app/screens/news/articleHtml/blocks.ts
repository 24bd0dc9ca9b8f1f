/** The content of an article as plain data, and as HTML. Knows neither where it comes from nor the editor. */
import { type Alignment, alignmentClass } from '../../../../contract/article.ts'

/** `html` is inline HTML. */
export type TextBlock = {
  readonly tag: 'p' | 'h2' | 'h3' | 'h4'
  readonly alignment: Alignment | null
  readonly html: string
}
/** `level` is the depth that a word processor names, where lists do not lie inside each other. */
export type Item = { readonly blocks: readonly Block[]; readonly level: number }
export type ListBlock = { readonly tag: 'ul' | 'ol'; readonly start: number; readonly items: readonly Item[] }
export type Cell = {
  readonly alignment: Alignment | null
  readonly html: string
  readonly colspan: string | undefined
  readonly rowspan: string | undefined
}
/** The first row is the header. */
export type TableBlock = { readonly tag: 'table'; readonly rows: readonly (readonly Cell[])[] }

export type Block =
  | TextBlock
  | ListBlock
  | TableBlock
  | { readonly tag: 'blockquote'; readonly blocks: readonly Block[] }
  | { readonly tag: 'pre'; readonly text: string }
  | { readonly tag: 'hr' }

export function isTextBlock(block: Block): block is TextBlock {
  return block.tag === 'p' || block.tag === 'h2' || block.tag === 'h3' || block.tag === 'h4'
}

export function isListBlock(block: Block): block is ListBlock {
  return block.tag === 'ul' || block.tag === 'ol'
}

export function paragraph(html: string, alignment: Alignment | null = null): TextBlock {
  return { tag: 'p', alignment, html }
}

/** Nothing that a reader would see: no text, no image. */
export function isBlank(html: string): boolean {
  return !html.includes('<img') && html.replaceAll(/<[^<>]*>|\s/g, '') === ''
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

export function toHtml(blocks: readonly Block[]): string {
  return blocks.map(blockToHtml).join('')
}

function blockToHtml(block: Block): string {
  switch (block.tag) {
    case 'ul':
    case 'ol': {
      const start = block.start === 1 ? '' : ` start="${block.start}"`
      return `<${block.tag}${start}>${block.items.map(({ blocks }) => `<li>${toHtml(blocks)}</li>`).join('')}</${block.tag}>`
    }
    case 'table':
      return `<table><tbody>${block.rows.map((row, index) => rowToHtml(row, index === 0 ? 'th' : 'td')).join('')}</tbody></table>`
    case 'blockquote':
      return `<blockquote>${toHtml(block.blocks)}</blockquote>`
    case 'pre':
      return `<pre><code>${escapeText(block.text)}</code></pre>`
    case 'hr':
      return '<hr>'
    case 'p':
    case 'h2':
    case 'h3':
    case 'h4':
      return textToHtml(block)
    default:
      return block satisfies never
  }
}

function textToHtml({ tag, alignment, html }: TextBlock): string {
  return `<${tag}${alignment === null ? '' : ` class="${alignmentClass(alignment)}"`}>${html}</${tag}>`
}

function rowToHtml(cells: readonly Cell[], tag: 'th' | 'td'): string {
  const cellToHtml = ({ alignment, html, colspan, rowspan }: Cell) => {
    const spans = `${colspan === undefined ? '' : ` colspan="${colspan}"`}${rowspan === undefined ? '' : ` rowspan="${rowspan}"`}`
    return `<${tag}${spans}>${textToHtml(paragraph(html, alignment))}</${tag}>`
  }
  return `<tr>${cells.map(cellToHtml).join('')}</tr>`
}

/** The text of a block as lines of inline HTML, for a cell of a table, which has one paragraph. */
export function linesOf(block: Block): string[] {
  switch (block.tag) {
    case 'ul':
    case 'ol':
      return block.items.flatMap(({ blocks }, index) => {
        const [first = '', ...more] = blocks.flatMap(linesOf)
        return [`${block.tag === 'ul' ? '•' : `${block.start + index}.`} ${first}`, ...more]
      })
    case 'table':
      return block.rows.flatMap((row) => row.map(({ html }) => html)).filter((html) => !isBlank(html))
    case 'blockquote':
      return block.blocks.flatMap(linesOf)
    case 'pre':
      return block.text.split('\n').map(escapeText)
    case 'hr':
      return []
    case 'p':
    case 'h2':
    case 'h3':
    case 'h4':
      return [block.html]
    default:
      return block satisfies never
  }
}
