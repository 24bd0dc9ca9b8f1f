/** Folds accents and case: "cote" finds "Côte d’Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Rates a label against a search, 0 for no match: the start of the label first, then the start of a word, then other parts. */
export function rankLabel(label: string, search: string): number {
  const [text, wanted] = [fold(label), fold(search.trim())]
  if (text.startsWith(wanted)) return 1
  const at = text.indexOf(wanted)
  if (at < 0) return 0
  return /[\s('’-]/.test(text[at - 1] ?? '') ? 0.6 : 0.3
}
