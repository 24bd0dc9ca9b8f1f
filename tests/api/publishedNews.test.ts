/** Published articles as readers get them, and drafts that are published by themselves. */
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { publishedPageSize } from '../../src/contract/rules.ts'
import { dueWork, news, newsReads, users } from '../../src/server/db/tables.ts'
import { publishDue } from '../../src/server/entities/news/publishDue.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { takenKinds } from '../../src/server/work/workKind.ts'
import type { Client } from '../support/apiServer.ts'
import { picture } from '../support/pictures.ts'
import { notFound, refused } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const hourMs = 3_600_000

serverOnPostgres((server) => {
  const [staff] = signedIn(server, 'ROLE_MARKETTING')
  let reader: Client

  beforeEach(async () => {
    for (const table of [news, dueWork]) await server.context.db.delete(table)
    reader = await server.signInAs('ROLE_CUSTOMER')
    // What follows is published after the account was made.
    server.pass(1_000)
  })

  type Form = Parameters<Client['news']['create']>[0]['body']
  const add = async (title: string, change: Partial<Form> = {}) =>
    (await staff.news.create({ body: { title, content: '<p>Text</p>', published: true, ...change } })).id
  async function update(id: number, change: Partial<Form>) {
    const { title, content, status, version } = await staff.news.get({ params: { id } })
    return staff.news.update({ params: { id }, body: { title, content, published: status, version, ...change } })
  }
  const page = (before?: number, by = reader) => by.publishedNews.getPage({ query: before === undefined ? {} : { before } })
  const unread = async (by = reader) => (await by.publishedNews.countUnread()).total
  const inHours = (hours: number) => new Date(server.context.clock().getTime() + hours * hourMs).toISOString()

  const findDue = () => server.context.db.select().from(dueWork).where(eq(dueWork.kind, 'publishNews'))
  const shown = (id: number) => staff.news.get({ params: { id } })
  /** As if its time had come: the database's clock decides, which is not the test's. */
  async function comeDue(id: number): Promise<void> {
    const { db } = server.context
    await db
      .update(news)
      .set({ publishAt: sql`now() - interval '1 second'` })
      .where(and(eq(news.id, id), sql`${news.publishAt} is not null`))
    await publishDue(server.context, id)
  }

  it('lists published articles only, newest first, each with its small picture, to customers and to staff [T950]', async () => {
    const first = await add('First', { thumbnail: await picture('png') })
    server.pass(1_000)
    const second = await add('Second')
    await add('Draft', { published: false })
    await staff.news.remove({ params: { id: await add('Deleted') } })
    // A change of the article is no new publication.
    await update(first, { title: 'First, corrected' })
    const { articles, next } = await page()
    expect(articles.map(({ id, title }) => [id, title])).toEqual([
      [second, 'Second'],
      [first, 'First, corrected'],
    ])
    expect([articles[1]?.thumbnail?.length, articles[0]?.thumbnail, next]).toEqual([expect.any(Number), null, null])
    const backOffice = await server.signInAs('ROLE_BE')
    expect((await page(undefined, backOffice)).articles).toHaveLength(2)
  })

  it('gives twenty at a time, none twice and none left out, also if one was deleted or published meanwhile [T951]', async () => {
    // Several at one instant: then the later id is the newer one.
    const ids: number[] = []
    for (let number = 0; number < publishedPageSize + 5; number += 1) {
      if (number % 3 === 0) server.pass(1_000)
      ids.unshift(await add(`Article ${number}`))
    }
    const begin = await page()
    expect(begin.articles.map(({ id }) => id)).toEqual(ids.slice(0, publishedPageSize))
    expect(begin.next).toBe(ids[publishedPageSize - 1])
    await add('Published meanwhile')
    await staff.news.remove({ params: { id: Number(begin.next) } })
    const rest = await page(Number(begin.next))
    expect(rest.articles.map(({ id }) => id)).toEqual(ids.slice(publishedPageSize))
    expect(rest.next).toBeNull()
    expect(await page(999_999_999)).toEqual({ articles: [], next: null })
  })

  it('gives one with its text and its picture as uploaded, and neither a draft nor what was deleted [T952]', async () => {
    const id = await add('Rally', { content: '<h2>When</h2><p>In May</p>', thumbnail: await picture('jpeg') })
    const article = await reader.publishedNews.get({ params: { id } })
    expect(article).toMatchObject({ id, title: 'Rally', content: '<h2>When</h2><p>In May</p>', thumbnailType: 'image/jpeg', isRead: false })
    expect(Object.keys(article).toSorted()).toEqual(['content', 'id', 'isRead', 'publishedAt', 'thumbnail', 'thumbnailType', 'title'])
    const draft = await add('Draft', { published: false })
    const deleted = await add('Deleted')
    await staff.news.remove({ params: { id: deleted } })
    for (const hidden of [draft, deleted, 999_999_999]) {
      await expect(reader.publishedNews.get({ params: { id: hidden } })).rejects.toMatchObject(notFound)
      await expect(reader.publishedNews.markRead({ params: { id: hidden } })).rejects.toMatchObject(notFound)
    }
    expect(await server.context.db.$count(newsReads)).toBe(0)
  })

  it('is unread until this reader has opened it, and stays so for the others [T953]', async () => {
    const other = await server.signInAs('ROLE_CUSTOMER')
    server.pass(1_000)
    const [first, second] = [await add('First'), await add('Second')]
    expect([await unread(), await unread(other)]).toEqual([2, 2])
    for (let time = 0; time < 2; time += 1) await reader.publishedNews.markRead({ params: { id: first } })
    expect([await unread(), await unread(other)]).toEqual([1, 2])
    expect((await page()).articles.map(({ id, isRead }) => [id, isRead])).toEqual([
      [second, false],
      [first, true],
    ])
    expect((await reader.publishedNews.get({ params: { id: first } })).isRead).toBe(true)
    await staff.news.remove({ params: { id: second } })
    expect(await unread()).toBe(0)
  })

  it('counts what is older than an account as read, and forgets what was read with the account [T954]', async () => {
    const id = await add('Before')
    server.pass(1_000)
    const joined = await server.join({ role: 'ROLE_CUSTOMER' })
    const late = await server.signIn(joined.username)
    expect([await unread(late), (await page(undefined, late)).articles[0]?.isRead, await unread()]).toEqual([0, true, 1])
    await late.publishedNews.markRead({ params: { id } })
    const { db } = server.context
    await db.delete(users).where(eq(users.username, joined.username))
    expect(await db.$count(newsReads)).toBe(0)
  })

  describe('a scheduled draft', () => {
    it('is published by the server when its time has come and not before, and the history says so [T955]', async () => {
      const at = inHours(24 * 100)
      const id = await add('Later', { published: false, publishAt: at })
      expect(await shown(id)).toMatchObject({ status: false, publishAt: at, publishedAt: null })
      expect(await findDue()).toMatchObject([{ key: String(id), dueAt: new Date(at) }])
      await publishDue(server.context, id)
      expect([(await shown(id)).status, await unread()]).toEqual([false, 0])
      server.pass(hourMs)
      await comeDue(id)
      const now = server.context.clock().toISOString()
      expect(await shown(id)).toMatchObject({ status: true, publishAt: null, publishedAt: now, lastModifDate: now })
      expect(await unread()).toBe(1)
      const backOffice = await server.signInAs('ROLE_ADMIN')
      const [entry] = await backOffice.audit.getForRecord({ params: { entity: 'news', id } })
      expect(entry).toMatchObject({ action: 'update', by: null, before: { published: false }, after: { published: true, publishAt: null } })
      // Done twice, it changes nothing.
      server.pass(hourMs)
      await publishDue(server.context, id)
      expect((await shown(id)).publishedAt).toBe(now)
    })

    it('keeps its time where a form leaves it out, and loses it with an empty one or when it is published by hand [T956]', async () => {
      const at = inHours(48)
      const id = await add('Later', { published: false, publishAt: at })
      await update(id, { title: 'Later, corrected' })
      expect((await shown(id)).publishAt).toBe(at)
      await update(id, { publishAt: inHours(72) })
      expect(await findDue()).toMatchObject([{ dueAt: new Date(inHours(72)) }])
      await update(id, { publishAt: '' })
      expect([(await shown(id)).publishAt, await findDue()]).toEqual([null, []])
      await comeDue(id)
      expect((await shown(id)).status).toBe(false)
      await update(id, { publishAt: inHours(72) })
      await update(id, { published: true, publishAt: inHours(72) })
      expect(await shown(id)).toMatchObject({ status: true, publishAt: null })
      expect(await findDue()).toEqual([])
    })

    it('refuses a time that is over or more than a year away on its field, unless nobody changed it [T957]', async () => {
      for (const publishAt of [inHours(-1), inHours(24 * 367)])
        await expect(add('Late', { published: false, publishAt })).rejects.toMatchObject(refused('date.past.error', 'publishAt'))
      const publishAt = inHours(1)
      const id = await add('Soon', { published: false, publishAt })
      server.pass(2 * hourMs)
      await update(id, { title: 'Soon, and waiting', publishAt })
      expect(await shown(id)).toMatchObject({ title: 'Soon, and waiting', publishAt, status: false })
    })

    it('that was deleted is not published, and after its time is restored as a draft [T958]', async () => {
      const [soon, later] = [
        await add('Soon', { published: false, publishAt: inHours(1) }),
        await add('Later', { published: false, publishAt: inHours(48) }),
      ]
      for (const id of [soon, later]) await staff.news.remove({ params: { id } })
      await server.context.db.delete(dueWork).where(eq(dueWork.kind, 'publishNews'))
      await publishDue(server.context, soon)
      server.pass(2 * hourMs)
      for (const id of [soon, later]) await staff.news.restore({ params: { id } })
      expect([(await shown(soon)).publishAt, (await shown(later)).publishAt]).toEqual([null, inHours(46)])
      expect((await findDue()).map(({ key }) => key)).toEqual([String(later)])
    })

    it('waits while the clock is in doubt, and after a restore [T969]', async () => {
      const id = await add('Later', { published: false, publishAt: inHours(24) })
      await server.context.db
        .update(news)
        .set({ publishAt: new Date(0) })
        .where(eq(news.id, id))
      const piece = { key: String(id), dueAt: new Date(0), signal: new AbortController().signal }
      const runWhere = async (mayDelete: boolean) => {
        const state = { mayDelete, sends: 'all', offMs: undefined, isEmbedded: false } as const
        const time = { check: async () => state, state: () => state }
        const context = { ...server.context, time, runBackup: () => Promise.reject(new Error('no backup is due here')) }
        await workKinds.publishNews.run(context as never, piece)
      }
      await expect(runWhere(false)).rejects.toThrow('The article waits, because the clock is in doubt.')
      expect((await shown(id)).status).toBe(false)
      await runWhere(true)
      expect((await shown(id)).status).toBe(true)
      expect(takenKinds(workKinds, server.context.config).waiting).toContain('publishNews')
    })

    it('stays scheduled where somebody else changed the title alone meanwhile', async () => {
      const id = await add('Later', { published: false })
      const { version } = await shown(id)
      const body = { title: 'Later', content: '<p>Text</p>', published: false, version }
      const publishAt = inHours(24)
      await staff.news.update({ params: { id }, body: { ...body, publishAt, changedFields: ['publishAt'] } })
      await staff.news.update({ params: { id }, body: { ...body, title: 'Renamed', publishAt: '', changedFields: ['title'] } })
      expect(await shown(id)).toMatchObject({ title: 'Renamed', publishAt })
    })
  })
})
