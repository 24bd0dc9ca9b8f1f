// @module-tag rest
/** What is shown is asked for again once the server is back; a call that alone is kept back says nothing about the server. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { configuration } from '../../../tests/component/answers.ts'
import { callsOfAllScreens } from '../../../tests/component/everyScreen.ts'
import { openApp } from '../../../tests/component/render.tsx'
import { AppError } from '../../errors.ts'
import { api } from '../api/api.ts'
import { queryClient } from '../api/queryClient.ts'

function unlessKept<T>(isKept: boolean, answer: T): T {
  if (isKept) throw new AppError('network.offline.error')
  return answer
}

type Kept = 'nothing' | 'count' | 'everything'

/** A list of articles. The count of unread ones is asked for again while something on the way keeps calls back; `kept` says which. */
async function openNews() {
  let kept: Kept = 'nothing'
  const calls = {
    configuration: { get: () => unlessKept(kept === 'everything', configuration) },
    publishedNews: { countUnread: () => unlessKept(kept !== 'nothing', { total: 0 }), getPage: () => ({ articles: [], next: null }) },
  }
  const { sent } = await openApp('/articles/index', { as: 'customer', calls: [callsOfAllScreens(), calls] })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const asked = () => sent('publishedNews.getPage').length
  const looked = () => sent('configuration.get').length
  await expect.poll(asked).toBe(1)
  return {
    asked,
    /** Until the page has looked whether the server is there. */
    async keepBack(what: Kept): Promise<void> {
      kept = what
      const before = looked()
      void queryClient.refetchQueries(api.publishedNews.countUnread)
      await expect.poll(looked).toBeGreaterThan(before)
      kept = 'nothing'
    },
  }
}

it('asks again for what is shown once the server answers again', async () => {
  const { asked, keepBack } = await openNews()
  await keepBack('everything')
  dispatchEvent(new Event('online'))
  await expect.poll(asked).toBe(2)
})

it('asks for nothing again where only one call was kept back', async () => {
  const { asked, keepBack } = await openNews()
  await keepBack('count')
  dispatchEvent(new Event('online'))
  // By the time that this has been answered, what was about to be sent has been.
  await queryClient.refetchQueries(api.publishedNews.countUnread)
  expect(asked()).toBe(1)
})
