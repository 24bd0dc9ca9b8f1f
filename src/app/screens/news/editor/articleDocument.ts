/** From stored HTML to the editor's document and back. What was saved once comes back without a changed byte. */
import { DOMParser as DocumentParser, DOMSerializer, type Node, type Schema } from '@milkdown/kit/prose/model'
import { sanitizeArticle } from '../articleHtml/sanitizeArticle.ts'
import { prepareStored } from '../articleHtml/cleanHtml.ts'
import { storedNodes } from './schema.ts'

export function parseArticle(html: string, schema: Schema): Node {
  const page = document.implementation.createHTMLDocument()
  page.body.innerHTML = sanitizeArticle(prepareStored(html, location.origin))
  return DocumentParser.fromSchema(schema).parse(page.body)
}

/** '' for an article without text or images. */
export function serializeArticle(article: Node): string {
  const { schema } = article.type
  const nodes = { ...DOMSerializer.nodesFromSchema(schema), ...storedNodes }
  const serializer = new DOMSerializer(nodes, DOMSerializer.marksFromSchema(schema))
  // Not in this page, where images would be loaded again.
  const page = document.implementation.createHTMLDocument()
  page.body.append(serializer.serializeFragment(article.content, { document: page }))
  removeEmptyEnd(page.body)
  for (const block of page.body.querySelectorAll<HTMLElement>('p, h2, h3, h4')) keepSpaces(block)
  const isEmpty = page.body.textContent.trim() === '' && page.body.querySelector('img') === null
  return isEmpty ? '' : page.body.innerHTML
}

/** The editor adds an empty paragraph after a table, so that one can go on writing. */
function removeEmptyEnd(body: HTMLElement): void {
  while (body.lastElementChild?.tagName === 'P' && body.lastElementChild.childNodes.length === 0) body.lastElementChild.remove()
}

/** Spaces that HTML would drop (at the ends of a block, after another space, around a line break) become no-break spaces. */
function keepSpaces(block: HTMLElement): void {
  const page = block.ownerDocument
  const walker = page.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let last: Text | null = null
  let isAfterSpace = true
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      let text = ''
      for (const sign of node.data) {
        const isDropped: boolean = sign === ' ' && isAfterSpace
        text += isDropped ? '\u00a0' : sign
        isAfterSpace = sign === ' ' && !isDropped
      }
      node.data = text
      last = node
    } else if (node.nodeName === 'BR') {
      keepLastSpace(last)
      last = null
      isAfterSpace = true
    } else if (node.nodeName === 'IMG') {
      last = null
      isAfterSpace = false
    }
  }
  keepLastSpace(last)
}

function keepLastSpace(text: Text | null): void {
  if (text?.data.endsWith(' ') === true) text.data = `${text.data.slice(0, -1)}\u00a0`
}
