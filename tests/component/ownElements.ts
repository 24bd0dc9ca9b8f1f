/**
 * Texts that are not their element's only child, one string, with the element around them: React keeps such a text as a node, and no longer
 * finds it where a translator has put another in its place. What an author has written changes as a whole.
 */
export function textsBesideOthers(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (text) =>
    text.parentElement?.closest(
      'script, style, [translate=no], [contenteditable], .article, .markdown, [aria-hidden=true], [data-dictionary]',
    ) === null
      ? NodeFilter.FILTER_ACCEPT
      : NodeFilter.FILTER_REJECT,
  )
  const found = new Set<string>()
  while (texts.nextNode() !== null) {
    const { currentNode: text } = texts
    const around = text.parentElement
    if (around !== null && text.nodeValue?.trim() !== '' && Object.keys(text).some((key) => key.startsWith('__reactFiber')))
      found.add(`"${text.nodeValue}" in ${around.outerHTML.slice(0, 300)}`)
  }
  return [...found]
}
