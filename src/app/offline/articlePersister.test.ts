import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PublishedArticle } from '../../contract/publishedNews.ts'
import { type ArticleStore, forgetArticles, type KeptArticle, persistArticles } from './articlePersister.ts'

const ada = 7
const bob = 8

let kept: KeptArticle[]
let rows: ArticleStore

const is = (key: Pick<KeptArticle, 'owner' | 'id'>) => (row: KeptArticle) => row.owner === key.owner && row.id === key.id

beforeEach(() => {
  kept = []
  rows = {
    keys: async () => kept.toSorted((one, other) => one.updatedAt - other.updatedAt),
    get: async (key) => kept.find(is(key)),
    put: async (row) => void (kept = [...kept.filter((one) => !is(row)(one)), row]),
    delete: async (key) => void (kept = kept.filter((one) => !is(key)(one))),
  }
})

const keyOf = (id: number) => ['publishedNews', 'get', { params: { id } }]
const publishedAt = '2026-10-01T00:00:00.000Z'
const articleOf = (id: number): PublishedArticle => ({
  id,
  title: `Article ${id}`,
  publishedAt,
  isRead: true,
  content: '<p>Text</p>',
  thumbnail: null,
  thumbnailType: null,
})

/** This user reads these articles, one a minute. */
async function read(person: number, ids: readonly number[]): Promise<void> {
  const client = new QueryClient()
  const stop = persistArticles(client, rows, () => person)
  for (const [minute, id] of ids.entries()) client.setQueryData(keyOf(id), articleOf(id), { updatedAt: 60_000 * (minute + 1) })
  await vi.waitFor(() => expect(kept.filter(({ owner }) => owner === person)).toHaveLength(Math.min(20, new Set(ids).size)))
  stop()
}

const failToFetch = () => Promise.reject<PublishedArticle>(new TypeError('no network'))
const refuse = () => Promise.reject(new DOMException('no', 'SecurityError'))

/** What is shown of an article that this user opens without a network, and as of when. */
async function openOffline(person: number, id: number) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  persistArticles(client, rows, () => person)
  const observer = new QueryObserver(client, { queryKey: keyOf(id), queryFn: failToFetch })
  const close = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  close()
  const { data, dataUpdatedAt } = observer.getCurrentResult()
  return { data, dataUpdatedAt }
}

it('the last twenty articles that were read are there without a network, with their date, whatever their ids [T964]', async () => {
  const ids = Array.from({ length: 25 }, (_, index) => 3 + 20 * index)
  await read(ada, ids)
  expect(await openOffline(ada, 3 + 20 * 5)).toEqual({ data: articleOf(3 + 20 * 5), dataUpdatedAt: 60_000 * 6 })
  for (const [index, id] of ids.entries()) expect((await openOffline(ada, id)).data?.id).toBe(index < 5 ? undefined : id)
})

it('an article that was read again is not the oldest any more', async () => {
  await read(ada, [...Array.from({ length: 20 }, (_, index) => index + 1), 1, 21])
  expect((await openOffline(ada, 1)).data).toEqual(articleOf(1))
  expect((await openOffline(ada, 2)).data).toBeUndefined()
})

it('no article is read before it is opened, and one that was fetched meanwhile is not replaced [T1028]', async () => {
  await read(ada, [1, 2])
  const get = vi.spyOn(rows, 'get')
  const client = new QueryClient()
  persistArticles(client, rows, () => ada)
  const news = { ...articleOf(1), title: 'Corrected' }
  const observer = new QueryObserver(client, { queryKey: keyOf(1), queryFn: () => news })
  expect(get).not.toHaveBeenCalled()
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  expect(observer.getCurrentResult().data).toEqual(news)
  await vi.waitFor(() => expect(kept.find(({ id }) => id === 1)?.article).toEqual(news))
  expect(get.mock.calls).toEqual([[{ owner: ada, id: 1 }]])
})

it('nobody gets the articles of another user, or one that another version of the app has stored otherwise', async () => {
  await read(ada, [1])
  expect((await openOffline(bob, 1)).data).toBeUndefined()
  kept = kept.map((row) => Object.assign(row, { article: { id: 1, text: 'Text' } }))
  expect((await openOffline(ada, 1)).data).toBeUndefined()
})

it('the articles of one user are deleted, and not those of others', async () => {
  await read(ada, [1, 2])
  await read(bob, [1])
  await forgetArticles(rows, (owner) => owner === ada)
  expect(kept.map(({ owner, id }) => ({ owner, id }))).toEqual([{ owner: bob, id: 1 }])
})

it('articles are shown when the browser refuses storage', async () => {
  rows = { keys: refuse, get: refuse, put: refuse, delete: refuse }
  const client = new QueryClient()
  persistArticles(client, rows, () => ada)
  const observer = new QueryObserver(client, { queryKey: keyOf(1), queryFn: () => articleOf(1) })
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(articleOf(1)))
})
