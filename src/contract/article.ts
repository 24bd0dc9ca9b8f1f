/**
 * The HTML that an article may consist of, as data: what the server keeps, what the app shows, and what its editor writes. Everything else
 * is removed. Knows no sanitiser.
 */
import { addressOfImage } from './basePath.ts'

export const articleTags = [
  'p',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  's',
  'code',
  'a',
  'br',
  'hr',
  'img',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'table',
  'tbody',
  'tr',
  'th',
  'td',
] as const

/** By tag. Their values have rules of their own: `isSpanOrStart`, `imageToken`, `linkProtocols`. */
export const articleAttributes = {
  a: ['href'],
  img: ['src', 'alt'],
  ol: ['start'],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Text without a class is aligned left. A class, because the content security policy forbids style attributes. */
export const alignments = ['center', 'right'] as const
export type Alignment = (typeof alignments)[number]
export const alignableTags = ['p', 'h2', 'h3', 'h4'] as const

export function alignmentClass(alignment: Alignment): string {
  return `align-${alignment}`
}

/** Tags that say the same as an allowed one. The title of an article is its only h1. */
export const sameTags = {
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  div: 'p',
} as const satisfies Readonly<Record<string, (typeof articleTags)[number]>>

/** Elements inside elements; more are removed, their text stays. */
export const articleDepthMax = 30

export const linkProtocols: readonly string[] = ['https:', 'http:', 'mailto:']

export function isSpanOrStart(value: string): boolean {
  return /^[1-9]\d{0,2}$/.test(value)
}

const imageAddress = new RegExp(`^${addressOfImage('([\\w-]{43})')}$`)

/** The token in the address of an article's image; null for any other address. */
export function imageToken(address: string): string | null {
  return imageAddress.exec(address)?.[1] ?? null
}

/** Whether there is text or an image, not only empty paragraphs. */
export function hasContent(html: string): boolean {
  return /<img\b/i.test(html) || html.replaceAll(/<[^<>]*>|&nbsp;|\s/gi, '') !== ''
}
