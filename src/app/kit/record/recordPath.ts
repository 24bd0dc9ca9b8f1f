/** The addresses of a record's screens (section 2), the same for every entity. */
export function recordPath(word: string, screen: 'show' | 'edit', id: number): string {
  return `/${word}/${screen}/${id}`
}

export function listPath(word: string): string {
  return `/${word}/index`
}

export function createPath(word: string): string {
  return `/${word}/create`
}
