/** What the service worker does with the address of an image, and the page where no service worker runs. */
import { describe, expect, it } from 'vitest'
import { contentOf, sha256Of } from '../../tests/support/contents.ts'
import { memoryCaches } from '../../tests/support/memoryCaches.ts'
import { answerImage } from './keptImages.ts'

const bytes = contentOf(10_000)
const path = `/backend/image/${sha256Of(bytes)}`
const atPortal = `http://portal.test${path}`

function openBrowser(...people: string[]) {
  const caches = memoryCaches()
  const sent: string[] = []
  let content: BodyInit = bytes
  let status = 200
  const ask = (address = atPortal, init: RequestInit = {}) =>
    answerImage(caches, new Request(address, init), async (request) => {
      sent.push(request.url)
      return new Response(content, { status, headers: { ETag: '"1"' } })
    })
  return {
    caches,
    sent,
    ask,
    open: () => Promise.all(people.map((name) => caches.open(`fieldport-images-${name}`))),
    serve: (next: BodyInit, as = 200) => {
      content = next
      status = as
    },
    names: () => caches.kept().map(([address]) => new URL(address).pathname),
  }
}

describe('the address of an image', () => {
  it('is answered from what is kept, and kept when its last byte has come', async () => {
    const { ask, open, sent, names } = openBrowser('7')
    await open()
    const first = await ask()
    expect(first.headers.get('etag')).toBe('"1"')
    expect(await first.bytes()).toEqual(bytes)
    expect(names()).toEqual([path])
    expect(await (await ask()).bytes()).toEqual(bytes)
    expect(sent).toEqual([atPortal])
  })

  it('is not kept where its content is another one, a part, a refusal, or broke off', async () => {
    const { ask, open, serve, names } = openBrowser('7')
    await open()
    const broken = () =>
      new ReadableStream({ start: (controller) => controller.enqueue(bytes), pull: (one) => one.error(new TypeError('cut')) })
    serve(bytes.with(1, 0))
    await (await ask()).bytes()
    serve(bytes, 206)
    await (await ask(atPortal, { headers: { Range: 'bytes=0-' } })).bytes()
    serve('none', 404)
    expect((await ask()).status).toBe(404)
    serve(broken())
    await expect((await ask()).bytes()).rejects.toThrow('cut')
    expect(names()).toEqual([])
  })

  it('is kept for nobody where nobody is signed in, and where it is not clear for whom', async () => {
    for (const people of [[], ['7', '8']]) {
      const { ask, open, names } = openBrowser(...people)
      await open()
      expect(await (await ask()).bytes()).toEqual(bytes)
      expect(names()).toEqual([])
    }
  })

  it('is not kept after the person has signed out', async () => {
    const { ask, open, caches, names } = openBrowser('7')
    await open()
    const answer = await ask()
    await caches.delete('fieldport-images-7')
    await answer.bytes()
    expect([names(), caches.all.size]).toEqual([[], 0])
  })

  it('asks nobody else where only what is kept is wanted', async () => {
    const { ask, open, sent } = openBrowser('7')
    await open()
    const onlyKept = { cache: 'only-if-cached', mode: 'same-origin' } as const
    expect((await ask(atPortal, onlyKept)).status).toBe(204)
    await (await ask()).bytes()
    expect(await (await ask(atPortal, onlyKept)).bytes()).toEqual(bytes)
    expect(sent).toHaveLength(1)
  })

  it('is passed on where the browser refuses storage, or has no room', async () => {
    const { ask, open, caches } = openBrowser('7')
    await open()
    caches.limitBytes = 100
    expect(await (await ask()).bytes()).toEqual(bytes)
    caches.keys = () => Promise.reject(new DOMException('no', 'SecurityError'))
    expect(await (await ask()).bytes()).toEqual(bytes)
  })
})
