/** What the service worker does with images of articles. */
import { expect, it } from 'vitest'
import { memoryCaches } from '../../tests/support/memoryCaches.ts'
import { answerArticleImage, articleImagesKept, isArticleImage } from './articleImages.ts'

const addressOf = (number: number) => `http://portal.test/backend/news/image/${String(number).padStart(43, 'x')}`

function openBrowser() {
  const caches = memoryCaches()
  const world = {
    caches,
    sent: [] as string[],
    status: 200,
    ask: (address: string) =>
      answerArticleImage(caches, new Request(address), async ({ url }) => {
        world.sent.push(url)
        return new Response(`image ${url}`, { status: world.status })
      }),
  }
  return world
}

it('an image that was seen is there without a network [T959]', async () => {
  const { ask, sent } = openBrowser()
  const first = await ask(addressOf(1))
  expect(await first.text()).toBe(`image ${addressOf(1)}`)
  expect(await (await ask(addressOf(1))).text()).toBe(`image ${addressOf(1)}`)
  expect(sent).toEqual([addressOf(1)])
})

it('keeps no refusal, and the newest images only', async () => {
  const world = openBrowser()
  world.status = 404
  expect((await world.ask(addressOf(0))).status).toBe(404)
  expect(world.caches.kept()).toEqual([])
  world.status = 200
  for (let number = 0; number <= articleImagesKept; number += 1) await world.ask(addressOf(number))
  const kept = world.caches.kept().map(([address]) => address)
  expect(kept).toEqual(Array.from({ length: articleImagesKept }, (_, index) => addressOf(index + 1)))
})

it('is shown on a full disk and where storage is refused', async () => {
  const world = openBrowser()
  world.caches.limitBytes = 1
  expect(await (await world.ask(addressOf(1))).text()).toBe(`image ${addressOf(1)}`)
  const refusing = { open: () => Promise.reject(new DOMException('no', 'SecurityError')) }
  const answer = await answerArticleImage(refusing, new Request(addressOf(1)), async () => new Response('image'))
  expect(await answer.text()).toBe('image')
})

it('other addresses are not theirs', () => {
  expect([addressOf(1), 'http://portal.test/backend/news/7', `http://portal.test/other/${'x'.repeat(43)}`].map(isArticleImage)).toEqual([
    true,
    false,
    false,
  ])
})
