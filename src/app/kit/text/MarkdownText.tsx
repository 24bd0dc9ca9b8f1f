import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'
import type { ReactNode } from 'react'
import { linkAddress } from './linkAddress.ts'

/**
 * Markdown as text to read. HTML in it stays text; addresses become links only where they are https, http or mailto, all others leave the
 * words that they stood behind. Nothing is refused when it is saved: the field's preview shows what readers will see. Its headings begin
 * with that of `topHeading`: the page has its own above them.
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

/** A picture would be fetched from elsewhere, which the content security policy refuses, and would tell there who reads. */
function PictureText({ alt }: { alt?: string }) {
  return alt
}

const safe: MarkdownToJSX.Overrides = { img: PictureText, a: SafeLink }
const overrides: Readonly<Record<2 | 4, MarkdownToJSX.Overrides>> = {
  2: { ...safe, h1: { component: 'h2', props: {} } },
  4: { ...safe, h1: { component: 'h4', props: {} }, h2: { component: 'h4', props: {} }, h3: { component: 'h5', props: {} } },
}
