import { listRowsMax } from '../../contract/rules.ts'

/** The choices of a form: all of them, or the first that a search finds. The specification's calls have no search, so theirs never end at a limit. */
export function wholeUnlessSearched<Rows>(
  query: PromiseLike<Rows> & { limit(rows: number): PromiseLike<Rows> },
  search: string | undefined,
): PromiseLike<Rows> {
  return search === undefined ? query : query.limit(listRowsMax)
}
