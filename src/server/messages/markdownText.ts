/** Notes of a firmware, which are Markdown, as text for a mail. What it does not know, it leaves as it is typed. */

const lengthMax = 2_000
/** Marks and addresses of links fall away. More is not read: the time for a line grows with the square of its length. */
const readMax = 2 * lengthMax

/** One line for each line; at most `lengthMax` characters. */
export function markdownText(markdown: string): string {
  const whole = markdown.trim()
  const isCut = whole.length > readMax
  const lines = (isCut ? uptoWord(whole, readMax) : whole)
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .split('\n')
  const text = lines.map(lineText).join('\n')
  if (text.length > lengthMax) return `${uptoWord(text, lengthMax)}…`
  return isCut ? `${text}…` : text
}

/** The words that are within the first `length` characters; of one endless word, its beginning. */
function uptoWord(text: string, length: number): string {
  const start = text.slice(0, length)
  const end = /\s/.test(text.charAt(length)) ? length : Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  return start.slice(0, end > 0 ? end : length).trimEnd()
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
