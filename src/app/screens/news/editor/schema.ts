/**
 * The nodes and marks of Milkdown's presets, changed where they write style attributes (the content security policy refuses them), accept
 * any address, or note in the HTML what only Markdown needs.
 */
import {
  commonmark,
  headingSchema,
  htmlSchema,
  imageSchema,
  linkSchema,
  paragraphSchema,
  syncHeadingIdPlugin,
} from '@milkdown/kit/preset/commonmark'
import {
  extendListItemSchemaForTask,
  footnoteDefinitionSchema,
  footnoteReferenceSchema,
  gfm,
  strikethroughSchema,
  tableCellSchema,
  tableHeaderRowSchema,
  tableHeaderSchema,
  wrapInTaskListInputRule,
} from '@milkdown/kit/preset/gfm'
import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import type { Attrs, Node, NodeSpec } from '@milkdown/kit/prose/model'
import { type Alignment, alignmentClass, alignments, imageToken } from '../../../../contract/article.ts'
import { linkAddress } from '../../../kit/text/linkAddress.ts'

const alignAttribute = { default: null, validate: 'string|null' } as const

function alignOf(dom: HTMLElement): Alignment | null {
  return alignments.find((alignment) => dom.classList.contains(alignmentClass(alignment))) ?? null
}

/** The attributes of an aligned block in HTML. */
function alignClass({ attrs }: Node): { class?: string } {
  // Set by `alignOf` or by the toolbar.
  const align = attrs['align'] as Alignment | null
  return align === null ? {} : { class: alignmentClass(align) }
}

const alignedParagraph = paragraphSchema.extendSchema((base) => (ctx) => ({
  ...base(ctx),
  attrs: { align: alignAttribute },
  parseDOM: [{ tag: 'p', getAttrs: (dom) => ({ align: alignOf(dom) }) }],
  toDOM: (node) => ['p', alignClass(node), 0],
}))

/** h1 is the article's title, and articles have three levels below it. */
export const headingLevels = [2, 3, 4] as const

const alignedHeading = headingSchema.extendSchema((base) => (ctx) => ({
  ...base(ctx),
  attrs: { level: { default: 2, validate: 'number' }, align: alignAttribute, id: { default: '' } },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (dom) => ({ level: Math.min(4, Math.max(2, level)), align: alignOf(dom) }),
  })),
  toDOM: (node) => [`h${headingLevelOf(node)}`, alignClass(node), 0],
}))

/** "# " and the preset's shortcuts may ask for other levels. */
export function headingLevelOf({ attrs }: Node): number {
  return Math.min(4, Math.max(2, Number(attrs['level'])))
}

const ownImage = imageSchema.extendSchema((base) => (ctx) => ({
  ...base(ctx),
  parseDOM: [
    {
      tag: 'img[src]',
      getAttrs(dom) {
        const src = dom.getAttribute('src') ?? ''
        return imageToken(src) === null ? false : { src, alt: dom.getAttribute('alt') ?? '' }
      },
    },
  ],
  // Any other address would be loaded, here and on the clipboard's way.
  toDOM({ attrs }) {
    const { src, alt }: Readonly<Record<string, unknown>> = attrs
    return imageToken(String(src)) === null ? ['span'] : ['img', { src, alt }]
  },
}))

const safeLink = linkSchema.extendSchema((base) => (ctx) => ({
  ...base(ctx),
  inclusive: false,
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs(dom) {
        const href = linkAddress(dom.getAttribute('href') ?? '')
        return href === null ? false : { href }
      },
    },
  ],
  toDOM: ({ attrs }) => ['a', { href: linkAddress(String(attrs['href'])) ?? '' }],
}))

const struckThrough = strikethroughSchema.extendSchema((base) => (ctx) => ({
  ...base(ctx),
  parseDOM: [{ tag: 's' }, { tag: 'del' }],
  toDOM: () => ['s'],
}))

function cellAttributes({ attrs }: Node): Attrs {
  const { colspan, rowspan }: Readonly<Record<string, unknown>> = attrs
  return { ...(Number(colspan) > 1 && { colspan }), ...(Number(rowspan) > 1 && { rowspan }) }
}

/** Paragraphs are aligned, not cells. */
const plainCell = tableCellSchema.extendSchema((base) => (ctx) => ({ ...base(ctx), toDOM: (node) => ['td', cellAttributes(node), 0] }))
const plainHeader = tableHeaderSchema.extendSchema((base) => (ctx) => ({ ...base(ctx), toDOM: (node) => ['th', cellAttributes(node), 0] }))
const plainHeaderRow = tableHeaderRowSchema.extendSchema((base) => (ctx) => ({ ...base(ctx), toDOM: () => ['tr', 0] }))

/** Replaced below, or nothing that an article may have: raw HTML, footnotes, tasks, addresses of headings. */
const leftOut: ReadonlySet<MilkdownPlugin> = new Set(
  [
    paragraphSchema,
    headingSchema,
    imageSchema,
    linkSchema,
    strikethroughSchema,
    tableCellSchema,
    tableHeaderSchema,
    tableHeaderRowSchema,
    htmlSchema,
    footnoteDefinitionSchema,
    footnoteReferenceSchema,
    extendListItemSchemaForTask,
    wrapInTaskListInputRule,
    syncHeadingIdPlugin,
  ].flat(),
)

/** The first mark is the outermost in HTML, so that a link with one bold word stays one link. A header row is tried before another row. */
export const articleSchema: MilkdownPlugin[] = [
  ...[safeLink, struckThrough, alignedParagraph, alignedHeading, ownImage, plainHeaderRow, plainHeader, plainCell].flat(),
  ...[...commonmark, ...gfm].filter((plugin) => !leftOut.has(plugin)),
]

/** How nodes are stored, where that differs from how the editor draws them. */
export const storedNodes: Readonly<Record<string, NonNullable<NodeSpec['toDOM']>>> = {
  bullet_list: () => ['ul', 0],
  ordered_list({ attrs }) {
    const { order }: Readonly<Record<string, unknown>> = attrs
    return ['ol', order === 1 ? {} : { start: order }, 0]
  },
  list_item: () => ['li', 0],
  hardbreak: () => ['br'],
  code_block: () => ['pre', ['code', 0]],
}
