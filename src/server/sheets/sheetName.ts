const maxLength = 31

/**
 * Turns a text into a name that Excel accepts for a tab: at most 31 characters, none of : \ / ? * [ ], no apostrophe at either end, neither
 * empty nor "History", which Excel reserves.
 */
export function sheetName(text: string): string {
  const lawful = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\uFFFE\uFFFF\\/?*[\]:]/gu, ' ')
    .replaceAll("'", '’')
    .trim()
    .slice(0, maxLength)
    // The first half of a sign that the limit cuts.
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()
  return lawful.toLowerCase() === 'history' ? `${lawful}_` : lawful || 'Export'
}
