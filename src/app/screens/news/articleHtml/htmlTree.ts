/**
 * Parses HTML into a small tree. Not by the browser: even a document that is never shown reports each style attribute to the content
 * security policy. Knows no tag.
 */
import { parseDocument } from 'htmlparser2'

export type HtmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Of the style attribute, in lower case. */
  readonly styles: Readonly<Record<string, string>>
  readonly children: readonly HtmlNode[]
}
export type HtmlNode = string | HtmlElement

/** Deeper elements are left out. No document has them; they would exhaust the stack. */
const depthMax = 200

type ParsedNode = ReturnType<typeof parseDocument>['children'][number]

export function parseHtml(html: string): HtmlNode[] {
  return parseDocument(html).children.flatMap((node) => convert(node, 0))
}

/** Comments and the like become nothing. */
function convert(node: ParsedNode, depth: number): HtmlNode[] {
  if ('data' in node && node.nodeType === 3) return [node.data]
  if (!('attribs' in node) || depth > depthMax) return []
  const { name, attribs, children } = node
  return [
    { name, attributes: attribs, styles: readStyles(attribs['style']), children: children.flatMap((child) => convert(child, depth + 1)) },
  ]
}

function readStyles(style = ''): Record<string, string> {
  const declarations = style.split(';').flatMap((declaration) => {
    const [property = '', ...value] = declaration.split(':')
    return value.length === 0 ? [] : [[property.trim().toLowerCase(), value.join(':').trim().toLowerCase()] as const]
  })
  return Object.fromEntries(declarations)
}

export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('')
}

/** The first element below, or itself, that fits. */
export function findElement(node: HtmlNode, fits: (element: HtmlElement) => boolean): HtmlElement | undefined {
  if (typeof node === 'string') return undefined
  if (fits(node)) return node
  for (const child of node.children) {
    const found = findElement(child, fits)
    if (found !== undefined) return found
  }
  return undefined
}
