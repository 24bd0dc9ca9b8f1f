/**
 * Keeps the last articles that the user has read for times without a server. They are long: each is read from the store when it is opened, none
 * at the start. Knows no screen and no HTTP.
 */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { publishedNews } from '../../contract/publishedNews.ts'

const articlesKept = 20
const articleQuery = v.tuple([v.literal('publishedNews'), v.literal('get'), v.object({ params: v.object({ id: v.number() }) })])

type ArticleKey = { readonly owner: number; readonly id: number }
export type KeptArticle = ArticleKey & {
  readonly article: unknown
  /** In ms since 1970. */
  readonly updatedAt: number
}

/** Where articles are stored. It rejects when the browser refuses. */
export type ArticleStore = {
  /** Of all users, oldest first. */
  keys(): Promise<readonly ArticleKey[]>
  get(key: ArticleKey): Promise<KeptArticle | undefined>
  put(row: KeptArticle): Promise<void>
  delete(key: ArticleKey): Promise<void>
}

function articleIdOf(queryKey: QueryKey): number | null {
  const parsed = v.safeParse(articleQuery, queryKey)
  return parsed.success ? parsed.output[2].params.id : null
}

/**
 * Stores articles as they arrive, for the user who is signed in then, and restores one that is opened, which is fetched again in any case.
 * Returns a function that stops it. A failing store does not affect the queries.
 */
export function persistArticles(queryClient: QueryClient, rows: ArticleStore, owner: () => number | null): () => void {
  async function store({ state }: Query, id: number): Promise<void> {
    const person = owner()
    if (person === null) return
    await rows.put({ owner: person, id, article: state.data, updatedAt: state.dataUpdatedAt })
    const own = (await rows.keys()).filter((key) => key.owner === person)
    for (const key of own.slice(0, -articlesKept)) await rows.delete(key)
  }

  async function restore(query: Query, id: number): Promise<void> {
    const person = owner()
    if (person === null || query.state.data !== undefined) return
    const row = await rows.get({ owner: person, id })
    // Meanwhile it may have been fetched, or somebody else have signed in.
    if (row === undefined || query.state.data !== undefined || owner() !== person) return
    // An update of the app may have changed the schema.
    if (v.is(publishedNews.get.response, row.article)) query.setData(row.article, { updatedAt: row.updatedAt, manual: true })
  }

  return queryClient.getQueryCache().subscribe((event) => {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the library gives the queries of its events no types
    const query: Query = event.query
    const id = articleIdOf(query.queryKey)
    if (id === null) return
    if (event.type === 'observerAdded') void restore(query, id).catch(() => undefined)
    if (event.type === 'updated' && event.action.type === 'success') void store(query, id).catch(() => undefined)
  })
}

/** Those of the users whom `isForgotten` selects. */
export async function forgetArticles(rows: ArticleStore, isForgotten: (owner: number) => boolean): Promise<void> {
  for (const key of await rows.keys()) if (isForgotten(key.owner)) await rows.delete(key)
}
