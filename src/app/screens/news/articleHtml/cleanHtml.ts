/** HTML for the editor, from the two places where it comes from. */
import { toHtml } from './blocks.ts'
import { parseHtml } from './htmlTree.ts'
import { hasTopHeading, readArticle } from './readArticle.ts'

/** Stored HTML, in the shape that the editor can take up without a change: tables have a header, items begin with a paragraph. */
export function prepareStored(html: string, origin: string): string {
  const reading = { isPasted: false, origin, headingShift: 0, onDroppedImage: () => undefined } as const
  const blocks = readArticle(parseHtml(html), reading)
  return typeof blocks === 'string' ? blocks : toHtml(blocks)
}

/** Pasted or dropped HTML. `droppedImages` are pictures of other sites, which articles do not show. */
export function cleanPasted(html: string, origin: string): { html: string; droppedImages: number } {
  const nodes = parseHtml(html)
  let droppedImages = 0
  const content = readArticle(nodes, {
    isPasted: true,
    origin,
    headingShift: hasTopHeading(nodes) ? 1 : 0,
    onDroppedImage: () => (droppedImages += 1),
  })
  const clean = typeof content === 'string' ? content : toHtml(content)
  return { html: withSlice(clean, html), droppedImages }
}

/** ProseMirror notes on what it copies how deep that began: half a list item is pasted as text, not as a list. */
function withSlice(clean: string, html: string): string {
  const [, slice] = /\sdata-pm-slice="(\d+ \d+ \[[^"<>]*\])"/.exec(html) ?? []
  return slice === undefined ? clean : clean.replace(/^<[a-z]\w*/, (tag) => `${tag} data-pm-slice="${slice}"`)
}
