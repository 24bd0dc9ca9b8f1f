/** Notes of a firmware, which are Markdown, as text for a mail. What it does not know, it leaves as it is typed. */

const lengthMax = 2_000

/** One line for each line; at most `lengthMax` characters. */
export function markdownText(markdown: string): string {
  const lines = markdown
    .trim()
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .split('\n')
  const text = lines.map(lineText).join('\n')
  return text.length > lengthMax ? `${text.slice(0, lengthMax).trimEnd()}…` : text
}

function lineText(line: string): string {
  return (
    line
      .replace(/^\s*(?:#{1,6}|>)\s+/, '')
      .replace(/^(\s*)[-*+]\s+/, '$1• ')
      // Links and images: their words.
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/(\*\*|__)(\S(?:.*?\S)?)\1/g, '$2')
      .replaceAll(/(?<![\w*])\*(\S(?:.*?\S)?)\*(?![\w*])/g, '$1')
      .replaceAll(/`([^`]+)`/g, '$1')
      .trimEnd()
  )
}
