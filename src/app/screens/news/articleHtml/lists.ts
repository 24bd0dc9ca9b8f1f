/** Lists: as HTML has them, and as word processors write them. */
import { type Block, isListBlock, type Item, type ListBlock, paragraph } from './blocks.ts'
import { findElement, type HtmlElement, type HtmlNode, textOf } from './htmlTree.ts'

/** Word writes a list item as a paragraph with this style: "l0 level2 lfo1". */
export function wordListLevel(node: HtmlNode | undefined): number | null {
  if (node === undefined || typeof node === 'string') return null
  const [, level] = /\blevel(\d)\b/.exec(node.styles['mso-list'] ?? '') ?? []
  return level === undefined ? null : Number(level)
}

const isMarker = ({ styles }: HtmlElement) => styles['mso-list'] === 'ignore'

/** Of Word's paragraph: bullet or number, and its text without that. */
export function readWordItem(element: HtmlElement): { tag: 'ul' | 'ol'; start: number; content: HtmlElement } {
  const marker = findElement(element, isMarker)
  const label = marker === undefined ? '' : textOf(marker).trim()
  const [, number] = /^\(?(\d+|[a-z]{1,4})[.)]/i.exec(label) ?? []
  const start = number === undefined || !/^\d{1,3}$/.test(number) ? 1 : Math.max(1, Number(number))
  return { tag: number === undefined ? 'ul' : 'ol', start, content: withoutMarker(element) }
}

function withoutMarker(element: HtmlElement): HtmlElement {
  const children = element.children.filter((child) => typeof child === 'string' || !isMarker(child))
  return { ...element, children: children.map((child) => (typeof child === 'string' ? child : withoutMarker(child))) }
}

/** Joins lists that follow one another, which Word for the web makes of each item, and puts deeper levels inside. */
export function joinLists(blocks: readonly Block[]): Block[] {
  const joined: Block[] = []
  for (const block of blocks) {
    const last = joined.at(-1)
    if (last === undefined || !isListBlock(block) || !isListBlock(last) || !belongsTo(block, last)) joined.push(block)
    else joined[joined.length - 1] = append(last, block)
  }
  return joined
}

function belongsTo(next: ListBlock, list: ListBlock): boolean {
  const isDeeper = (next.items[0]?.level ?? 1) > (list.items[0]?.level ?? 1)
  return isDeeper || next.tag === list.tag
}

function append(list: ListBlock, next: ListBlock): ListBlock {
  const level = list.items[0]?.level ?? 1
  const last = list.items.at(-1)
  if (last === undefined || (next.items[0]?.level ?? 1) <= level) return { ...list, items: [...list.items, ...next.items] }
  return { ...list, items: [...list.items.slice(0, -1), { ...last, blocks: joinLists([...last.blocks, next]) }] }
}

/** An item begins with a paragraph: the editor knows no other. */
export function itemOf(blocks: readonly Block[], level: number): Item {
  return { blocks: blocks[0]?.tag === 'p' ? blocks : [paragraph(''), ...blocks], level }
}
