/**
 * Reduces HTML to what an article may consist of (contract/article.ts). The result is stable: sanitising it again changes nothing. Takes
 * time; the sandbox runs it on long texts.
 */
import sanitizeHtml from 'sanitize-html'
import {
  alignableTags,
  alignmentClass,
  alignments,
  articleAttributes,
  articleDepthMax,
  articleTags,
  imageToken,
  isSpanOrStart,
  linkProtocols,
  sameTags,
} from '../../contract/article.ts'

/** Two are enough for nearly everything: one that changes, one that sees that nothing changes. */
const passesMax = 20

/** Not an allowed tag, so that the tag is removed and its text stays. */
const removed = { tagName: 'removed', attribs: {} }
const keptAttributes = (tagName: string, attribs: sanitizeHtml.Attributes, isKept: (value: string, name: string) => boolean) => ({
  tagName,
  attribs: Object.fromEntries(Object.entries(attribs).filter(([name, value]) => name === 'class' || isKept(value, name))),
})

const options: sanitizeHtml.IOptions = {
  allowedTags: [...articleTags],
  allowedAttributes: Object.fromEntries(Object.entries(articleAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedClasses: Object.fromEntries(alignableTags.map((tag) => [tag, alignments.map(alignmentClass)])),
  nestingLimit: articleDepthMax,
  parseStyleAttributes: false,
  transformTags: {
    ...sameTags,
    a(_, { href = '' }) {
      const address = linkAddress(href)
      return address === null ? removed : { tagName: 'a', attribs: { href: address } }
    },
    img: (_, { src = '', alt = '' }) => (imageToken(src) === null ? removed : { tagName: 'img', attribs: { src, alt } }),
    ol: (tag, attribs) => keptAttributes(tag, attribs, isSpanOrStart),
    th: (tag, attribs) => keptAttributes(tag, attribs, isSpanOrStart),
    td: (tag, attribs) => keptAttributes(tag, attribs, isSpanOrStart),
  },
}

/** Returns '' for HTML that does not become stable; none is known. */
export function sanitizeArticle(html: string): string {
  let before = html
  for (let pass = 0; pass < passesMax; pass += 1) {
    // A carriage return, which a character reference can hide, does not survive parsing in a browser.
    const after = sanitizeHtml(before, options).replaceAll(/\r\n?/g, '\n').trim()
    if (after === before) return after
    before = after
  }
  return ''
}

/** As the URL parser reads it: tabs, line breaks and letter case cannot hide another scheme. */
function linkAddress(written: string): string | null {
  const url = URL.canParse(written) ? new URL(written) : null
  return url !== null && linkProtocols.includes(url.protocol) ? url.href : null
}
