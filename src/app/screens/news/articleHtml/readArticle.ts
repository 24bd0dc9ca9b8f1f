/**
 * Reads HTML into the blocks of an article. Stored HTML keeps everything that an article may have. What is pasted from Word, Google Docs
 * or a web page loses what only that program or page needs: styles, hidden parts, empty lines, tables for layout, pictures of others.
 */
import { type Alignment, alignmentClass, alignments, imageToken, isSpanOrStart } from '../../../../contract/article.ts'
import { type Block, escapeText, isBlank, isTextBlock, paragraph, type TextBlock } from './blocks.ts'
import { type HtmlElement, type HtmlNode, textOf } from './htmlTree.ts'
import { itemOf, joinLists, readWordItem, wordListLevel } from './lists.ts'
import { type Marks, marksInside, markText, noMarks } from './marks.ts'
import { cellsOf, readCell, rowsOf, tableOf } from './tables.ts'

/** Inline HTML, or a block. */
type Part = string | Block

export type Reading = {
  readonly isPasted: boolean
  /** Of the page: images may be addressed with it. */
  readonly origin: string
  /** h1 becomes h2, and so on: the title of the article is its h1. */
  readonly headingShift: 0 | 1
  readonly onDroppedImage: () => void
}

type Surroundings = {
  readonly marks: Marks
  readonly alignment: Alignment | null
  /** An item of a list or a cell: no headings. */
  readonly isInsideBlock: boolean
  /** A heading or the header of a table: bold by itself. */
  readonly isBold: boolean
}
const start: Surroundings = { marks: noMarks, alignment: null, isInsideBlock: false, isBold: false }

const dropped = new Set(
  'script style head title meta link base noscript template object embed iframe frameset svg math canvas audio video map area colgroup col select textarea input button option datalist dialog xml nav'.split(
    ' ',
  ),
)
const containers = new Set(
  'html body div section article main header footer aside address figure figcaption center dl dt dd details summary form fieldset hgroup thead tbody tfoot tr td th caption li'.split(
    ' ',
  ),
)

/** Either inline HTML alone, for text pasted into a paragraph, or blocks. */
export function readArticle(nodes: readonly HtmlNode[], reading: Reading): string | Block[] {
  const parts = readAll(nodes, start, reading)
  if (reading.isPasted && parts.every((part) => typeof part === 'string')) return parts.join('')
  return toBlocks(parts, start, reading)
}

function readAll(nodes: readonly HtmlNode[], place: Surroundings, reading: Reading): Part[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? readText(node, place, reading) : readElement(node, place, reading)))
}

function readText(text: string, { marks }: Surroundings, { isPasted }: Reading): Part[] {
  return [markText(isPasted ? text.replaceAll(/[\t\n\f\r ]+/g, ' ') : text, marks)]
}

function readElement(element: HtmlElement, outside: Surroundings, reading: Reading): Part[] {
  const { name, children } = element
  if (dropped.has(name) || /^(?:v|w):/.test(name) || (reading.isPasted && isHidden(element))) return []
  const inside = marksInside(element, outside.marks)
  const marks = outside.isBold && reading.isPasted ? { ...inside, strong: false } : inside
  const place = { ...outside, marks, alignment: alignmentOf(element, outside.alignment) }
  const blocks = () => toBlocks(readAll(children, place, reading), place, reading)
  switch (name) {
    case 'br':
      return ['<br>']
    case 'hr':
      return [{ tag: 'hr' }]
    case 'img':
      return readImage(element, reading)
    case 'p':
      return readParagraph(element, place, reading)
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return readHeading(element, place, reading)
    case 'ul':
    case 'ol':
      return readList(element, place, reading)
    case 'blockquote': {
      const quoted = blocks()
      return quoted.length === 0 ? [] : [{ tag: 'blockquote', blocks: quoted }]
    }
    case 'pre':
      return [{ tag: 'pre', text: preText(element) }]
    case 'table':
      return readTable(element, place, reading)
    default:
      return containers.has(name) ? blocks() : readAll(children, place, reading)
  }
}

function isHidden({ attributes, styles }: HtmlElement): boolean {
  const isSpoken = attributes['aria-hidden'] !== 'true' && attributes['hidden'] === undefined
  return !isSpoken || styles['display'] === 'none' || styles['visibility'] === 'hidden' || styles['mso-hide'] === 'all'
}

function alignmentOf({ attributes, styles }: HtmlElement, outside: Alignment | null): Alignment | null {
  const classes = (attributes['class'] ?? '').split(/\s+/)
  const byClass = alignments.find((alignment) => classes.includes(alignmentClass(alignment)))
  const named = styles['text-align'] ?? attributes['align']?.toLowerCase()
  if (byClass !== undefined || named === undefined) return byClass ?? outside
  return alignments.find((alignment) => alignment === named) ?? null
}

function readImage({ attributes }: HtmlElement, { origin, onDroppedImage }: Reading): Part[] {
  const { src = '', alt = '' } = attributes
  const own = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src
  if (imageToken(own) !== null) return [`<img src="${escapeText(own)}" alt="${escapeText(alt)}">`]
  onDroppedImage()
  return []
}

function readParagraph(element: HtmlElement, place: Surroundings, reading: Reading): Part[] {
  const level = reading.isPasted ? wordListLevel(element) : null
  if (level !== null) {
    const { tag, start: first, content } = readWordItem(element)
    const blocks = toBlocks(readAll(content.children, place, reading), place, reading)
    return [{ tag, start: first, items: [itemOf(blocks, level)] }]
  }
  if (reading.isPasted && element.attributes['class']?.startsWith('MsoTitle') === true)
    return readHeading({ ...element, name: 'h1' }, place, reading)
  const blocks = toBlocks(readAll(element.children, place, reading), place, reading)
  return blocks.length === 0 && !reading.isPasted ? [paragraph('', place.alignment)] : blocks
}

function readHeading(element: HtmlElement, place: Surroundings, reading: Reading): Part[] {
  // In an item or a cell it is a bold paragraph.
  if (place.isInsideBlock && reading.isPasted)
    return readParagraph({ ...element, name: 'p' }, { ...place, marks: { ...place.marks, strong: true } }, reading)
  const level = Math.min(4, Math.max(2, Number(element.name.slice(1)) + reading.headingShift))
  const tag = level === 2 ? 'h2' : level === 3 ? 'h3' : 'h4'
  const parts = readAll(element.children, { ...place, marks: { ...place.marks, strong: false }, isBold: true }, reading)
  return toBlocks(parts, place, reading, tag)
}

function readList(element: HtmlElement, place: Surroundings, reading: Reading): Part[] {
  const inside = { ...place, alignment: null, isInsideBlock: true }
  const items: ReturnType<typeof itemOf>[] = []
  for (const child of element.children) {
    const isItem = typeof child !== 'string' && child.name === 'li'
    const blocks = toBlocks(readAll(isItem ? child.children : [child], inside, reading), inside, reading)
    const last = items.at(-1)
    if (isItem && (blocks.length > 0 || !reading.isPasted)) items.push(itemOf(blocks, levelOf(child)))
    // A list straight inside a list, as Google Docs writes it, belongs to the item before.
    else if (!isItem && blocks.length > 0)
      if (last === undefined) items.push(itemOf(blocks, 1))
      else items[items.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] }
  }
  const first = element.attributes['start'] ?? ''
  if (items.length === 0) return []
  return element.name === 'ol' ? [{ tag: 'ol', start: isSpanOrStart(first) ? Number(first) : 1, items }] : [{ tag: 'ul', start: 1, items }]
}

function levelOf({ attributes }: HtmlElement): number {
  return Number(attributes['data-aria-level'] ?? attributes['aria-level'] ?? 1) || 1
}

function readTable(element: HtmlElement, place: Surroundings, reading: Reading): Part[] {
  const inside = { ...place, alignment: null, isInsideBlock: true }
  const trs = rowsOf(element.children)
  // One column is no table: web pages and mails arrange their parts with it.
  const isLayout = reading.isPasted && trs.every((row) => cellsOf(row).length <= 1)
  if (isLayout)
    return trs.flatMap((row) => cellsOf(row).flatMap((cell) => toBlocks(readAll(cell.children, place, reading), place, reading)))
  const rows = trs.map((row, index) =>
    cellsOf(row).map((cell) => {
      const cellPlace = { ...inside, alignment: alignmentOf(cell, null), isBold: index === 0 }
      return { cell, blocks: toBlocks(readAll(cell.children, cellPlace, reading), cellPlace, reading) }
    }),
  )
  const table = tableOf(rows.map((cells) => cells.map(({ cell, blocks }) => readCell(cell, blocks))))
  return table === null ? [] : [table]
}

function preText(node: HtmlNode): string {
  if (typeof node === 'string') return node
  return node.name === 'br' ? '\n' : node.children.map(preText).join('')
}

/** Puts inline parts that follow one another into a text block. */
function toBlocks(parts: readonly Part[], place: Surroundings, reading: Reading, tag: TextBlock['tag'] = 'p'): Block[] {
  const blocks: Block[] = []
  let inline = ''
  function flush(): void {
    const html = reading.isPasted ? inline.replace(/^(?:<br>|[ \u00a0])+/, '').replace(/(?:<br>|[ \u00a0])+$/, '') : inline
    // White space between blocks means nothing.
    const isNothing = reading.isPasted ? isBlank(html) : /^[ \t\n\f]*$/.test(html)
    if (!isNothing) blocks.push({ tag, alignment: place.alignment, html })
    inline = ''
  }
  for (const part of parts) {
    if (typeof part === 'string') inline += part
    else {
      flush()
      blocks.push(tag !== 'p' && part.tag === 'p' && isTextBlock(part) ? { ...part, tag } : part)
    }
  }
  flush()
  return reading.isPasted ? joinLists(blocks) : blocks
}

/** Whether a page or document uses the highest heading. */
export function hasTopHeading(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string') return false
    const isTitle = node.name === 'h1' || node.attributes['class']?.startsWith('MsoTitle') === true
    return (isTitle && textOf(node).trim() !== '') || hasTopHeading(node.children)
  })
}
