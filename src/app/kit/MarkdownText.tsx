import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'

/**
 * Markdown as text to read. HTML in it stays text; addresses become links only where they are http or mailto. Its headings begin with that
 * of `topHeading`: the page has its own above them.
 */
export function MarkdownText({ topHeading, children }: { topHeading: 2 | 4; children: string }) {
  return (
    <div className="markdown">
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides: overrides[topHeading] }}>{children}</Markdown>
    </div>
  )
}

/** Pictures would load from elsewhere. */
const safe: MarkdownToJSX.Overrides = { img: () => null, a: { props: { target: '_blank', rel: 'noreferrer' } } }
const overrides: Readonly<Record<2 | 4, MarkdownToJSX.Overrides>> = {
  2: { ...safe, h1: { component: 'h2', props: {} } },
  4: { ...safe, h1: { component: 'h4', props: {} }, h2: { component: 'h4', props: {} }, h3: { component: 'h5', props: {} } },
}
