type Part = {
  /** The index in the text. */
  readonly at: number
  readonly words: string
  /** Null if it is not a link. */
  readonly href: string | null
}

/**
 * Splits a message into text and links. Links lead to this portal, whatever address the server has: visitors may use another name of the
 * same machine.
 */
export function linkedText(text: string): Part[] {
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(({ 0: words, index: at }) => ({ at, words, href: hereOf(words) }))
  const ends = [0, ...links.map(({ at, words }) => at + words.length)]
  const between = ends.map((at, index) => ({ at, words: text.slice(at, links[index]?.at), href: null }))
  return [...links, ...between].filter(({ words }) => words !== '').toSorted((one, other) => one.at - other.at)
}

function hereOf(address: string): string | null {
  const url = URL.parse(address)
  return url && url.pathname + url.search
}
