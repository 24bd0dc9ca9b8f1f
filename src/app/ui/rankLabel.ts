/** Folds accents and case: "cote" finds "Côte d’Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** How well a label answers a search, 0 for not at all: what begins with the words, then where a word begins with them, then the rest. */
export function rankLabel(label: string, search: string): number {
  const [text, wanted] = [fold(label), fold(search.trim())]
  if (text.startsWith(wanted)) return 1
  const at = text.indexOf(wanted)
  if (at < 0) return 0
  return /[\s('’-]/.test(text[at - 1] ?? '') ? 0.6 : 0.3
}
