/** What stands around a piece of text: bold, italic, a link. Knows tags and styles of other programs; knows no blocks. */
import { linkAddress } from '../../../kit/text/linkAddress.ts'
import { escapeText } from './blocks.ts'
import type { HtmlElement } from './htmlTree.ts'

export type Marks = {
  readonly strong: boolean
  readonly em: boolean
  readonly s: boolean
  readonly code: boolean
  readonly href: string | null
}

export const noMarks: Marks = { strong: false, em: false, s: false, code: false, href: null }

const tags: Readonly<Record<string, Partial<Marks>>> = {
  strong: { strong: true },
  b: { strong: true },
  em: { em: true },
  i: { em: true },
  s: { s: true },
  del: { s: true },
  strike: { s: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
}

/** The marks inside an element. Google Docs wraps everything in `<b style="font-weight:normal">`. */
export function marksInside({ name, attributes, styles }: HtmlElement, outside: Marks): Marks {
  const marks = { ...outside, ...tags[name] }
  const weight = styles['font-weight'] ?? ''
  const lines = `${styles['text-decoration'] ?? ''} ${styles['text-decoration-line'] ?? ''}`
  return {
    strong: /^(?:normal|lighter|[1-4]\d\d)$/.test(weight) ? false : marks.strong || /^(?:bold|bolder|[6-9]\d\d)$/.test(weight),
    em: styles['font-style'] === 'normal' ? false : marks.em || styles['font-style'] === 'italic',
    s: marks.s || lines.includes('line-through'),
    code: marks.code,
    href: name === 'a' ? (linkAddress(targetOf(attributes['href'])) ?? marks.href) : marks.href,
  }
}

/** Google Docs leads its links over an address of Google's. */
function targetOf(href: string | undefined): string | undefined {
  const url = href === undefined ? null : URL.parse(href)
  const isRedirect = url !== null && /(?:^|\.)google\.[a-z.]+$/.test(url.hostname) && url.pathname === '/url'
  return (isRedirect && url.searchParams.get('q')) || href
}

/** A link is outermost, so that a link with one bold word stays one link. */
export function markText(text: string, { strong, em, s, code, href }: Marks): string {
  let html = escapeText(text)
  if (text.trim() === '' && href === null) return html
  if (code) html = `<code>${html}</code>`
  if (s) html = `<s>${html}</s>`
  if (em) html = `<em>${html}</em>`
  if (strong) html = `<strong>${html}</strong>`
  return href === null ? html : `<a href="${escapeText(href)}">${html}</a>`
}
