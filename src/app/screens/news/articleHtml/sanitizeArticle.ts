/**
 * Reduces HTML to what an article may have before the browser shows it. The server has done so when the article was saved
 * (server/html/sanitizeArticle.ts); this is for what might have come past it.
 */
import createDOMPurify, { type Config, type DOMPurify } from 'dompurify'
import { alignmentClass, alignments, articleAttributes, articleTags, imageToken, isSpanOrStart } from '../../../../contract/article.ts'
import { linkAddress } from '../../../kit/text/linkAddress.ts'

const config: Config = {
  ALLOWED_TAGS: [...articleTags],
  ALLOWED_ATTR: [...new Set([...Object.values(articleAttributes).flat(), 'class', 'target', 'rel'])],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

const classes: ReadonlySet<string> = new Set(alignments.map(alignmentClass))

function isAllowed(tag: string, name: string, value: string): boolean {
  if (name === 'class') return classes.has(value)
  const named: Readonly<Record<string, readonly string[]>> = articleAttributes
  if (named[tag]?.includes(name) !== true) return false
  if (name === 'href') return linkAddress(value) !== null
  if (name === 'src') return imageToken(value) !== null
  return name === 'alt' || isSpanOrStart(value)
}

function createPurify(): DOMPurify {
  const purify = createDOMPurify(window)
  purify.addHook('uponSanitizeAttribute', (element, attribute) => {
    attribute.keepAttr = isAllowed(element.nodeName.toLowerCase(), attribute.attrName, attribute.attrValue)
  })
  // An image without an allowed address would be drawn as a broken one.
  purify.addHook('afterSanitizeAttributes', (element) => {
    if (element.nodeName === 'IMG' && !element.hasAttribute('src')) element.remove()
  })
  return purify
}

const toStore = createPurify()
const toShow = createPurify()
toShow.addHook('afterSanitizeAttributes', (element) => {
  if (element.nodeName === 'TABLE' || element.nodeName === 'PRE') element.setAttribute('tabindex', '0')
  if (element.nodeName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noreferrer')
})

export function sanitizeArticle(html: string): string {
  return toStore.sanitize(html, config)
}

/** Links open in a new window. Wide tables and code scroll by keyboard too. */
export function articleToShow(html: string): string {
  return toShow.sanitize(html, config)
}
