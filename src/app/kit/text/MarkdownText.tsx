import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ReactNode } from 'react'
import { linkAddress } from './linkAddress.ts'

/**
 * Renders Markdown. HTML stays text; only https, http and mailto addresses become links, others leave their text. Nothing is refused on
 * saving: the field's preview shows what users will see. Headings start at `topHeading`, below the page's own.
 */
export function MarkdownText({ topHeading, children }: { topHeading: 2 | 4; children: string }) {
  return (
    <div className="markdown">
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides: overrides[topHeading] }}>{children}</Markdown>
    </div>
  )
}

function SafeLink({ href, title, children }: { href?: string; title?: string; children?: ReactNode }) {
  const address = linkAddress(href)
  if (address === null) return children
  return (
    <a href={address} title={title} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** A picture would be loaded from another site, which the content security policy blocks and which would reveal the reader to that site. */
function PictureText({ alt }: { alt?: string }) {
  return alt
}

const safe: MarkdownToJSX.Overrides = { img: PictureText, a: SafeLink }
const overrides: Readonly<Record<2 | 4, MarkdownToJSX.Overrides>> = {
  2: { ...safe, h1: { component: 'h2', props: {} } },
  4: { ...safe, h1: { component: 'h4', props: {} }, h2: { component: 'h4', props: {} }, h3: { component: 'h5', props: {} } },
}
