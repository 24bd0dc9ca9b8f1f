// @module-tag rest
/** Images of articles: what is stored of them, who sees them, and when they go. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { basePath } from '../../src/contract/contract.ts'
import { undoHours } from '../../src/contract/crud.ts'
import { newsImageMaxBytes, unusedImageDays } from '../../src/contract/rules.ts'
import { files, news, newsImages } from '../../src/server/db/tables.ts'
import { purgeNewsImages } from '../../src/server/jobs/purgeNewsImages.ts'
import { removeOrphans } from '../../src/server/jobs/removeOrphans.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { listed } from '../support/contents.ts'
import { picture, pictureOfSize } from '../support/pictures.ts'
import { serverOnPostgres } from '../support/servers.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** The content of an article with these images. */
const show = (...urls: string[]) => urls.map((url) => `<p><img src="${url}" alt="" /></p>`).join('')

serverOnPostgres((server) => {
  let staff: Client
  let made = 0

  const post = async (image: File) => (await staff.news.postTempImage({ body: { image } })).url
  /** As a browser loads it: without a token. */
  const load = (url: string, init?: RequestInit) => server.request(url.slice(basePath.length), init)
  const statusOf = async (url: string) => (await load(url)).status
  async function add(content: string, change: object = {}): Promise<number> {
    made += 1
    const body = { title: `With images ${made}`, content, published: false, ...change }
    return (await staff.news.create({ body })).id
  }
  async function update(id: number, content: string): Promise<void> {
    await staff.news.update({ params: { id }, body: { title: 'Changed', content, published: false } })
  }
  /** What the hourly cleanup does. */
  const purge = () => purgeNewsImages(server.context)
  async function passDays(days: number): Promise<void> {
    server.pass(days * dayMs)
    // The session is over by now.
    staff = await server.signInAs('ROLE_MARKETTING')
    await purge()
  }

  beforeAll(async () => {
    staff = await server.signInAs('ROLE_MARKETTING')
  })

  describe('an image', () => {
    it('is named where it is missing', async () => {
      const sent = { method: 'POST', body: new FormData(), headers: bearer(staff) }
      const refused = await failure(await server.request('/news/postTempImage', sent))
      expect(refused).toEqual({ status: 403, message: 'MandatoryField', invalidField: 'image' })
    })

    it('has an address that nobody can guess, which everybody may load and cache for ever [T193]', async () => {
      const url = await post(await picture('png'))
      expect(url).toMatch(/^\/backend\/news\/image\/[\w-]{43}$/)
      expect(await post(await picture('png'))).not.toBe(url)
      const response = await load(url)
      expect(response.status).toBe(200)
      const header = (name: string) => response.headers.get(name)
      expect(header('content-type')).toBe('image/png')
      expect(header('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(header('x-content-type-options')).toBe('nosniff')
      expect(header('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
      expect(header('cross-origin-resource-policy')).toBe('cross-origin')
      expect(header('content-disposition')).toContain('photo.png')
      const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect({ width, height }).toEqual({ width: 60, height: 40 })
      const again = await load(url, { headers: { 'if-none-match': header('etag') ?? '' } })
      expect(again.status).toBe(304)
    })

    it.each(['png', 'jpeg', 'webp'] as const)(
      'of type %s becomes smaller if it is large, and loses what a camera has noted',
      async (format) => {
        const url = await post(await picture(format, { width: 3_000, height: 1_000 }))
        const bytes = Buffer.from(await (await load(url)).arrayBuffer())
        const { width, height, exif, format: stored } = await sharp(bytes).metadata()
        expect({ width, height, exif, stored }).toEqual({ width: 1_600, height: 533, exif: undefined, stored: format })
        expect(bytes.includes('secret owner')).toBe(false)
      },
    )

    it('stands upright, as the camera has noted', async () => {
      const upright = await sharp(Buffer.from(await (await picture('jpeg')).arrayBuffer()))
        .withMetadata({ orientation: 6 })
        .toBuffer()
      const url = await post(new File([new Uint8Array(upright)], 'turned.jpg'))
      const { width, height } = await sharp(Buffer.from(await (await load(url)).arrayBuffer())).metadata()
      expect({ width, height }).toEqual({ width: 40, height: 60 })
    })

    it.each([
      ['text', new File(['hello'], 'photo.png', { type: 'image/png' })],
      ['SVG', new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'photo.png', { type: 'image/png' })],
      ['GIF', new File(['GIF89a\x01\x00\x01\x00'], 'photo.gif')],
      ['HTML after a signature', new File(['\x89PNG\r\n\x1a\n<script>alert(1)</script>'], 'photo.png')],
      ['nothing', new File([], 'photo.png')],
    ])('that is %s is refused on its field', async (_, image) => {
      await expect(post(image)).rejects.toMatchObject({ code: 'image.invalid.error', invalidField: 'image', status: 403 })
    })

    it('of too many pixels is refused before it fills the memory', async () => {
      // 100,000 by 100,000 pixels in a few bytes.
      const png = Buffer.from(await (await picture('png')).arrayBuffer())
      png.writeUInt32BE(100_000, 16)
      png.writeUInt32BE(100_000, 20)
      await expect(post(new File([new Uint8Array(png)], 'bomb.png'))).rejects.toMatchObject({ code: 'image.invalid.error' })
    })

    it('may have 10 MiB', async () => {
      await post(await pictureOfSize(newsImageMaxBytes))
      const refused = { code: 'image.too.large.error', invalidField: 'image', status: 403 }
      await expect(post(await pictureOfSize(newsImageMaxBytes + 1))).rejects.toMatchObject(refused)
      await expect(post(await pictureOfSize(2 * newsImageMaxBytes))).rejects.toMatchObject({ code: 'request.too.large' })
    })

    it('is not found at any other address', async () => {
      const url = await post(await picture('png'))
      const others = [
        url.slice(0, -1),
        `${url}A`,
        url.replace(/.$/, '!'),
        `${basePath}/news/image/1`,
        `${basePath}/news/image/..%2f1`,
        `${basePath}/news/image/%00`,
      ]
      for (const other of others) expect(await statusOf(other)).toBe(404)
    })
  })

  describe('an image that no article uses', () => {
    beforeEach(async () => {
      await server.context.db.delete(newsImages)
      staff = await server.signInAs('ROLE_MARKETTING')
    })

    it(`stays for ${unusedImageDays} days, and then goes with its bytes`, async () => {
      const url = await post(await picture('jpeg', { width: 61 }))
      await passDays(unusedImageDays - 1)
      expect(await statusOf(url)).toBe(200)
      await passDays(1.01)
      expect(await statusOf(url)).toBe(404)
      const filesLeft = await server.context.db.$count(files, eq(files.kind, 'newsImage'))
      await removeOrphans({ ...server.context, clock: () => new Date(Date.now() + 2 * hourMs) })
      expect((await listed(server.context.storage)).length).toBeLessThanOrEqual(filesLeft)
    })

    it('stays as long as a draft or a published article uses it', async () => {
      const [inDraft, published] = [await post(await picture('png')), await post(await picture('jpeg'))]
      await add(show(inDraft))
      await add(show(published), { published: true })
      await passDays(unusedImageDays * 3)
      expect([await statusOf(inDraft), await statusOf(published)]).toEqual([200, 200])
    })

    it('is given 30 days from when the last article has dropped it', async () => {
      const url = await post(await picture('png'))
      const [one, other] = [await add(show(url)), await add(show(url))]
      await passDays(unusedImageDays * 2)
      await update(one, '<p>Without</p>')
      await passDays(unusedImageDays * 2)
      expect(await statusOf(url)).toBe(200)
      await update(other, '<p>Without</p>')
      await purge()
      await passDays(unusedImageDays - 1)
      expect(await statusOf(url)).toBe(200)
      await update(one, show(url))
      await passDays(unusedImageDays * 2)
      expect(await statusOf(url)).toBe(200)
      await update(one, '<p>Without</p>')
      await purge()
      await passDays(unusedImageDays + 1)
      expect(await statusOf(url)).toBe(404)
    })
  })

  describe('the pictures of a deleted article', () => {
    it('stay while it can be restored, and go afterwards', async () => {
      const [own, shared] = [await post(await picture('png')), await post(await picture('jpeg'))]
      const id = await add(show(own, shared), { thumbnail: await picture('png') })
      await add(show(shared))
      await staff.news.remove({ params: { id } })
      server.pass(undoHours * hourMs - 1_000)
      await purge()
      staff = await server.signInAs('ROLE_MARKETTING')
      expect([await statusOf(own), await statusOf(shared)]).toEqual([200, 200])
      expect((await staff.news.get({ params: { id } })).thumbnail).not.toBeNull()
      server.pass(2_000)
      await purge()
      expect([await statusOf(own), await statusOf(shared)]).toEqual([404, 200])
      expect(await staff.news.get({ params: { id } })).toMatchObject({ isDeleted: true, thumbnail: null, restorableUntil: null })
      const [row] = await server.context.db.select().from(news).where(eq(news.id, id))
      expect(row).toMatchObject({ smallThumbnail: null, thumbnailFileId: null })
    })

    it('stay if it was restored in time', async () => {
      const url = await post(await picture('png'))
      const id = await add(show(url))
      await staff.news.remove({ params: { id } })
      await staff.news.restore({ params: { id } })
      await passDays(unusedImageDays * 2)
      expect(await statusOf(url)).toBe(200)
    })
  })

  it('an article may name an image that does not exist, or one twice', async () => {
    const url = await post(await picture('png'))
    const unknown = url.replace(/.{4}$/, 'zzzz')
    const id = await add(show(url, url, unknown))
    expect((await staff.news.get({ params: { id } })).content).toBe(show(url, url, unknown))
  })

  it('a repeated upload gets the same address', async () => {
    const image = await picture('png')
    const one = await staff.news.postTempImage({ body: { image }, idempotencyKey: 'image' })
    await expect(staff.news.postTempImage({ body: { image }, idempotencyKey: 'image' })).resolves.toEqual(one)
  })
})
