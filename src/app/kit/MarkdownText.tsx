import { Markdown, type MarkdownToJSX } from 'markdown-to-jsx/react'

/** Markdown as text to read. HTML in it stays text; addresses become links only where they are http or mailto. */
export function MarkdownText({ children }: { children: string }) {
  return (
    <div className="changelog">
      <Markdown options={{ disableParsingRawHTML: true, forceBlock: true, overrides }}>{children}</Markdown>
    </div>
  )
}

/** The page has its own first heading; pictures would load from elsewhere. */
const overrides: MarkdownToJSX.Overrides = {
  h1: { component: 'h2', props: {} },
  img: () => null,
  a: { props: { target: '_blank', rel: 'noreferrer' } },
}
