/** Articles: their calls, drafts and publishing, thumbnails. Images and HTML have tests of their own. */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { newsContentMaxBytes, newsThumbnailMaxBytes } from '../../src/contract/rules.ts'
import { auditEntries, files, news } from '../../src/server/db/tables.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { picture, pictureOfSize } from '../support/pictures.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [staff] = signedIn(server, 'ROLE_MARKETTING')
  let made = 0

  const body = (change: object = {}) => ({ title: `Article ${(made += 1)}`, content: '<p>Text</p>', published: false, ...change })
  const add = async (change: object = {}) => (await staff.news.create({ body: body(change) })).id
  const get = (id: number) => staff.news.get({ params: { id } })
  async function update(id: number, change: object) {
    const { title, content, status, version } = await get(id)
    return staff.news.update({ params: { id }, body: { title, content, published: status, version, ...change } })
  }

  it('is created as a draft, shown, found by its title, and told apart by its status [T189]', async () => {
    const title = 'Détecteurs d’été'
    const id = await add({ title, content: '<h2>One</h2><p class="align-center">Two</p>' })
    const shown = await get(id)
    expect(shown).toMatchObject({ id, tostring: title, title, status: false, thumbnail: null, thumbnailType: null, isDeleted: false })
    expect(shown.content).toBe('<h2>One</h2><p class="align-center">Two</p>')
    expect(shown.lastModifDate).toBe('2026-11-21T10:00:00.000Z')
    const { items } = await staff.news.getB122TableResults({ body: listBody({ search: 'detecteurs' }) })
    const { lastModifDate } = shown
    const unpublished = { status: false, publishedAt: null, publishAt: null }
    expect(items).toEqual([{ id, title, ...unpublished, lastModifDate, thumbnail: null, isDeleted: false }])
    const init = await staff.news.initB122Table()
    expect(init).toMatchObject({ allowed: { create: true, edit: true, remove: true } })
    const found = async (value: string) => {
      const filters = chosen(init, 'status', value)
      return (await staff.news.getB122TableResults({ body: listBody({ filters, search: 'detecteurs' }) })).totalRows
    }
    expect([await found('false'), await found('true')]).toEqual([1, 0])
  })

  it('is sorted by title, status and date [T190]', async () => {
    const [b, a] = [await add({ title: 'Sorted b', published: true }), await add({ title: 'sorted Á' })]
    server.pass(60_000)
    await update(b, { title: 'Sorted b' })
    for (const [sortBy, ids] of [
      ['title', [a, b]],
      ['status', [a, b]],
      ['lastModifDate', [a, b]],
    ] as const) {
      const { items } = await staff.news.getB122TableResults({ body: listBody({ sortBy, sortDesc: false, search: 'sorted' }) })
      expect(items.map(({ id }) => id)).toEqual(ids)
    }
  })

  it('can be published, and then never becomes a draft again [T192]', async () => {
    const id = await add()
    await update(id, { published: true })
    expect((await get(id)).status).toBe(true)
    await update(id, { title: 'Modified' })
    await expect(update(id, { published: false })).rejects.toMatchObject({ code: 'news.published.error', status: 409 })
    expect(await get(id)).toMatchObject({ title: 'Modified', status: true })
  })

  it.each([
    ['title', { title: ' ' }, 'MandatoryField'],
    ['title', { title: 'a'.repeat(151) }, 'text.too.long.error'],
    ['title', { title: 'exe\u202Enib' }, 'text.unusable.error'],
    ['content', { content: '' }, 'news.content.missing.error'],
    ['content', { content: '<p> </p><p>&nbsp;</p>' }, 'news.content.missing.error'],
    ['content', { content: '<script>alert(1)</script><p></p>' }, 'news.content.missing.error'],
    ['content', { content: 'a'.repeat(newsContentMaxBytes + 1) }, 'text.too.long.error'],
    ['thumbnail', { thumbnail: new File(['GIF89a'], 'photo.png', { type: 'image/png' }) }, 'thumbnail.invalid.error'],
    [
      'thumbnail',
      { thumbnail: new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])], 'half.png') },
      'thumbnail.invalid.error',
    ],
  ])('refuses a bad %s on its field: %# [T264]', async (invalidField, change, code) => {
    const before = await server.context.db.$count(news)
    await expect(staff.news.create({ body: body(change) })).rejects.toMatchObject({ code, invalidField, status: 403 })
    const id = await add()
    await expect(update(id, change)).rejects.toMatchObject({ code, invalidField })
    expect(await server.context.db.$count(news)).toBe(before + 1)
  })

  it('takes a title of 150 characters and 2 MiB of HTML, and gives them back [T350]', { tags: 'rest' }, async () => {
    const content = `<p>${'long '.repeat((newsContentMaxBytes - 20) / 5)}</p>`
    const id = await add({ title: 'é'.repeat(150), content })
    const shown = await get(id)
    expect([shown.title.length, shown.content === content]).toEqual([150, true])
  })

  it('gives back what nobody edited as it was stored, even if it would be sanitised today', async () => {
    const id = await add()
    const stored = '<p>Old  <u>article</u></p>\n'
    await server.context.db.update(news).set({ content: stored }).where(eq(news.id, id))
    expect((await get(id)).content).toBe(stored)
    await update(id, { title: 'New title' })
    expect(await get(id)).toMatchObject({ title: 'New title', content: stored })
    await update(id, { content: `${stored}<p>More</p>` })
    expect((await get(id)).content).toBe('<p>Old  article</p>\n<p>More</p>')
  })

  it('keeps line breaks as browsers parse them, whatever a form makes of them', async () => {
    const content = '<pre><code>one\ntwo</code></pre>'
    const id = await add({ content: content.replace('\n', '\r\n') })
    expect((await get(id)).content).toBe(content)
  })

  describe('a thumbnail', () => {
    it.each(['png', 'jpeg'] as const)(
      'of type %s is given back in its size, without the notes of a camera, and small in the list [T231]',
      async (format) => {
        const thumbnail = await picture(format, { width: 300, height: 100 })
        const id = await add({ thumbnail })
        const shown = await get(id)
        expect(shown.thumbnailType).toBe(`image/${format}`)
        expect((await sharp(await thumbnail.arrayBuffer()).metadata()).exif).toBeDefined()
        const kept = Buffer.from(shown.thumbnail ?? '', 'base64')
        const { exif, ...size } = await sharp(kept).metadata()
        expect(size).toMatchObject({ width: 300, height: 100, format })
        expect(exif).toBeUndefined()
        expect(kept.includes('secret owner')).toBe(false)
        const { items } = await staff.news.getB122TableResults({ body: listBody({ search: shown.title }) })
        const small = Buffer.from(items[0]?.thumbnail ?? '', 'base64')
        const { width, height, format: type } = await sharp(small).metadata()
        expect({ width, height, type }).toEqual({ width: 96, height: 64, type: 'webp' })
        expect(small.length).toBeLessThan(4_000)
      },
    )

    it('is judged by its content, not by its name [T266]', async () => {
      const id = await add({ thumbnail: await picture('png', { name: '../../photo.exe' }) })
      const [file] = await server.context.db
        .select({ filename: files.filename, mediaType: files.mediaType })
        .from(news)
        .innerJoin(files, eq(files.id, news.thumbnailFileId))
        .where(eq(news.id, id))
      expect(file).toEqual({ filename: 'photo.png', mediaType: 'image/png' })
      await expect(add({ thumbnail: await picture('webp', { name: 'photo.png' }) })).rejects.toMatchObject({
        code: 'thumbnail.invalid.error',
      })
    })

    it('may have 1,048,576 bytes and not one more [T265]', async () => {
      const id = await add({ thumbnail: await pictureOfSize(newsThumbnailMaxBytes) })
      expect((await get(id)).thumbnailType).toBe('image/jpeg')
      const thumbnail = await pictureOfSize(newsThumbnailMaxBytes + 1)
      const refused = { code: 'thumbnail.too.large.error', invalidField: 'thumbnail', status: 403 }
      await expect(add({ thumbnail })).rejects.toMatchObject(refused)
      await expect(update(id, { thumbnail })).rejects.toMatchObject(refused)
    })

    it('stays if none is sent, is replaced by a new one, and can be removed', async () => {
      const id = await add({ thumbnail: await picture('png') })
      await update(id, { title: 'Same picture' })
      const first = await get(id)
      expect(first.thumbnailType).toBe('image/png')
      const filesBefore = await server.context.db.$count(files)
      await update(id, { thumbnail: await picture('jpeg') })
      expect((await get(id)).thumbnailType).toBe('image/jpeg')
      expect(await server.context.db.$count(files)).toBe(filesBefore)
      await update(id, { removeThumbnail: true })
      expect(await get(id)).toMatchObject({ thumbnail: null, thumbnailType: null })
      expect(await server.context.db.$count(files)).toBe(filesBefore - 1)
      const { items } = await staff.news.getB122TableResults({ body: listBody({ search: first.title }) })
      expect(items.map(({ thumbnail }) => thumbnail)).toEqual([null])
    })
  })

  it('is deleted, restored and read only meanwhile [T194]', async () => {
    const id = await add()
    await staff.news.remove({ params: { id } })
    expect((await get(id)).isDeleted).toBe(true)
    await expect(update(id, {})).rejects.toMatchObject({ code: 'record.deleted.error' })
    const { title } = await get(id)
    const listed = async () => (await staff.news.getB122TableResults({ body: listBody({ search: title }) })).totalRows
    expect(await listed()).toBe(0)
    await staff.news.restore({ params: { id } })
    expect(await listed()).toBe(1)
    await expect(staff.news.get({ params: { id: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
    await expect(staff.news.remove({ params: { id: 999_999 } })).rejects.toMatchObject({ code: 'resource.not.found' })
  })

  it('is changed by one person at a time, and its changes are in the trail without its text', async () => {
    const id = await add({ content: '<p>Confidential draft</p>' })
    const { version } = await get(id)
    await update(id, { content: '<p>Other words</p>' })
    await expect(update(id, { version })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    const trail = JSON.stringify(await server.context.db.select().from(auditEntries).where(eq(auditEntries.entity, 'news')))
    expect(trail).toContain('11 characters')
    expect(trail).not.toContain('Confidential')
    const admin = await server.signInAs('ROLE_ADMIN')
    const [latest] = await admin.audit.getForRecord({ params: { entity: 'news', id } })
    expect(latest).toMatchObject({ action: 'update', by: { id: staff.held.current?.id } })
  })

  const post = (formData: FormData) => server.request('/news', { method: 'POST', body: formData, headers: bearer(staff) })

  it('takes a form as the specification writes it, and refuses other fields [T191]', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: 'By hand', content: '<p>Text</p>', published: 'true' })) form.append(name, value)
    form.append('thumbnail', await picture('jpeg'))
    expect((await post(form)).status).toBe(200)
    form.append('lastModifDate', '2026-01-01T00:00:00.000Z')
    expect(await failure(await post(form))).toEqual({ status: 400, message: 'request.invalid', invalidField: 'lastModifDate' })
  })
})
