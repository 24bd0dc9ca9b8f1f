/** The news as readers see them: list, article, unread marks, and what is left of them without a network. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { beginView, viewedCustomerForEach } from '../../../../../tests/component/impersonation.ts'
import { loseNetwork } from '../../../../../tests/component/network.ts'
import { publishedArticle, publishedRow } from '../../../../../tests/component/records.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { AppError } from '../../../../errors.ts'

const w = {
  news: 'News',
  older: 'Older articles',
  unread: 'Unread',
  two: 'News 2 unread articles',
  one: 'News 1 unread article',
  asOf: /^As of [\d/:, ]+$/,
} as const

/** Article 8 is read and marked; 7 is older, and 3 on the second page. */
function createReaderWorld() {
  const world = {
    isRead: false,
    marked: [] as number[],
    calls: {} as FakeCalls,
  }
  const publishedNews: FakeCalls['publishedNews'] = {
    getPage: ({ query: { before } }) =>
      before === undefined
        ? { articles: [publishedRow(8, { title: 'Rally in May', isRead: world.isRead }), publishedRow(7, { thumbnail: null })], next: 7 }
        : { articles: [publishedRow(3, { isRead: true })], next: null },
    get: () => publishedArticle({ isRead: world.isRead }),
    countUnread: () => ({ total: world.isRead ? 1 : 2 }),
    markRead({ params: { id } }) {
      world.marked.push(id)
      world.isRead = true
      return {}
    },
  }
  world.calls = { publishedNews }
  return world
}

let world: ReturnType<typeof createReaderWorld>
beforeEach(() => {
  world = createReaderWorld()
})

const main = page.getByRole('main')
const articles = () => main.getByRole('listitem')
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const link = (name: string) => page.getByRole('link', { name, exact: true })

describe('news for a customer', () => {
  it('are listed newest first with a mark on what is unread, and older ones open beneath, also after going back [T960]', async () => {
    const { address, goBack } = await openApp('/articles/index', { as: 'customer', calls: world.calls })
    await expect.element(heading(w.news)).toBeVisible()
    await expect.element(articles()).toHaveLength(2)
    await expect.element(articles().first()).toMatchTextContent(`Rally in May20/11/2026${w.unread}`)
    await link(w.older).click()
    await expect.element(articles()).toHaveLength(3)
    await expect.element(articles().last()).toMatchTextContent('Article 320/11/2026')
    await expect.element(articles().last().getByText(w.unread)).not.toBeInTheDocument()
    await expect.element(link(w.older)).not.toBeInTheDocument()
    await expectNoAxeFindings('news')
    await articles().last().getByRole('link').click()
    await expect.poll(address).toBe('/articles/show/3')
    goBack()
    await expect.element(articles()).toHaveLength(3)
  })

  it('are read on a page of their own, which takes the mark away here and from the count above [T961]', async () => {
    const { address } = await openApp('/articles/index', { as: 'customer', calls: world.calls })
    await expect.element(link(w.two)).toBeVisible()
    await articles().first().getByRole('link').click()
    await expect.poll(address).toBe('/articles/show/8')
    await expect.element(heading('Rally in May')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'When' })).toBeVisible()
    await expectNoAxeFindings('article')
    await expect.element(link(w.one)).toBeVisible()
    expect(world.marked).toEqual([8])
    await main.getByRole('link', { name: w.news, exact: true }).click()
    await expect.element(articles().first()).toMatchTextContent('Rally in May20/11/2026')
    await expect.element(articles().first().getByText(w.unread)).not.toBeInTheDocument()
  })

  it('say in words that there are none, and that an article is gone [T962]', { tags: 'rest' }, async () => {
    const publishedNews: FakeCalls['publishedNews'] = {
      getPage: () => ({ articles: [], next: null }),
      get() {
        throw new AppError('resource.not.found')
      },
    }
    const { address } = await openApp('/articles/show/8', { as: 'customer', calls: { publishedNews } })
    await expect.element(page.getByText('Not found', { exact: true })).toBeVisible()
    await main.getByRole('link', { name: w.news, exact: true }).click()
    await expect.poll(address).toBe('/articles/index')
    await expect.element(page.getByText('No news yet')).toBeVisible()
    // Nothing is unread: the link has no number.
    await expect.element(page.getByRole('banner').getByRole('link', { name: w.news, exact: true })).toBeVisible()
  })

  it('stay without a network as they were seen last, with the date [T963]', { tags: 'rest' }, async () => {
    await openApp('/articles/index', { as: 'customer', calls: world.calls })
    await articles().first().getByRole('link').click()
    await expect.element(link(w.one)).toBeVisible()
    loseNetwork()
    await expect.element(main.getByText(w.asOf)).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 2, name: 'When' })).toBeVisible()
    await main.getByRole('link', { name: w.news, exact: true }).click()
    await expect.element(main.getByText(w.asOf)).toBeVisible()
    await expect.element(articles()).toHaveLength(2)
  })
})

it.each(['/articles/show/x', '/articles/show/0', '/articles/show/1.5'])('%s is not found, without a call', async (path) => {
  const { sent } = await openApp(path, { as: 'customer', calls: world.calls })
  await expect.element(page.getByText('Not found', { exact: true })).toBeVisible()
  expect(sent('publishedNews.get')).toEqual([])
})

describe('an administrator who views the portal as a customer', () => {
  const viewed = viewedCustomerForEach()

  it('sees what the customer has not read, and marks nothing [T965]', { tags: 'rest' }, async () => {
    const { seen } = await openApp('/user/show/4', { as: 'admin', calls: [viewed().answers(), world.calls] })
    await beginView()
    await link(w.two).click()
    await articles().first().getByRole('link').click()
    await expect.element(heading('Rally in May')).toBeVisible()
    await main.getByRole('link', { name: 'News', exact: true }).click()
    await expect.element(articles().first().getByText(w.unread)).toBeVisible()
    expect(seen.map(({ name }) => name)).toContain('publishedNews.get')
    expect(world.marked).toEqual([])
  })
})

it('staff get to the news by their own menu', { tags: 'rest' }, async () => {
  const { address } = await openApp('/', { as: 'backoffice', calls: [callsOfAllScreens(), world.calls] })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'News for customers' }).click()
  await expect.poll(address).toBe('/articles/index')
  await expect.element(articles()).toHaveLength(2)
})
