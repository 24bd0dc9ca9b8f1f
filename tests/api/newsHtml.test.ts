// @module-tag rest
/** What is left of harmful HTML in a stored article. */
import { expect, it } from 'vitest'
import { articleTags } from '../../src/contract/article.ts'
import { newsContentMaxBytes } from '../../src/contract/rules.ts'
import { harmfulHtml, htmlPayloads } from '../support/htmlPayloads.ts'
import { serverOnPostgres } from '../support/servers.ts'

serverOnPostgres((server) => {
  it('stores nothing of what could run, load or cover a page, and stores it again without a change', async () => {
    const staff = await server.signInAs('ROLE_MARKETTING')
    for (const payload of htmlPayloads) {
      const content = `<p>before</p>${payload}<p>after</p>`
      const { id } = await staff.news.create({ body: { title: 'Payload', content, published: true } })
      const params = { id }
      const stored = (await staff.news.get({ params })).content
      const isHarmful = harmfulHtml.test(stored) || stored.includes('evil.example')
      expect({ payload, keepsText: stored.includes('before'), isHarmful }).toEqual({ payload, keepsText: true, isHarmful: false })
      await staff.news.update({ params, body: { title: 'Payload', content: `${stored}<p>more</p>`, published: true } })
      const { content: again } = await staff.news.get({ params })
      expect({ payload, again }).toEqual({ payload, again: `${stored}<p>more</p>` })
    }
  })

  it('stores all of them at once, in a thread, like each alone', async () => {
    const staff = await server.signInAs('ROLE_MARKETTING')
    const { id } = await staff.news.create({
      body: { title: 'All', content: `<p>before</p>${htmlPayloads.join('\n').repeat(3)}`, published: false },
    })
    const { content } = await staff.news.get({ params: { id } })
    expect(content).not.toMatch(harmfulHtml)
  })

  it.each([
    ['elements without an end', '<b>'],
    ['blocks inside each other', '<div>'],
    ['tables inside each other', '<table><tr><td>'],
    ['angle brackets', '<'],
    ['attributes', '<p a=1 b=2 c=3 class="align-center x y">'],
    ['addresses', '<a href="java\nscript:x">'],
  ])('answers 2 MiB of %s while others are served', async (_, unit) => {
    const staff = await server.signInAs('ROLE_MARKETTING')
    const other = await server.signInAs('ROLE_MARKETTING')
    const content = `text${unit.repeat(Math.floor((newsContentMaxBytes - 4) / unit.length))}`
    const saved = { isAnswered: false }
    const saving = staff.news
      .create({ body: { title: 'Long', content, published: false } })
      .then(
        () => 'stored',
        (error: unknown) => Object(error).code as string,
      )
      .finally(() => {
        saved.isAnswered = true
      })
    let served = 0
    while (!saved.isAnswered) {
      await other.news.initB122Table()
      served += 1
    }
    expect(served).toBeGreaterThan(3)
    expect(['stored', 'text.too.long.error']).toContain(await saving)
  })

  it('knows each allowed element', async () => {
    const staff = await server.signInAs('ROLE_MARKETTING')
    const inTable = new Set(['tbody', 'tr', 'th', 'td'])
    const empty = new Set(['br', 'hr', 'img'])
    const content = articleTags
      .filter((tag) => !inTable.has(tag) && !empty.has(tag) && tag !== 'a')
      .map((tag) => (tag === 'table' ? '<table><tbody><tr><th>a</th></tr><tr><td>b</td></tr></tbody></table>' : `<${tag}>a</${tag}>`))
      .join('')
    const { id } = await staff.news.create({ body: { title: 'Elements', content: `${content}<br /><hr />`, published: false } })
    expect((await staff.news.get({ params: { id } })).content).toBe(`${content}<br /><hr />`)
  })
})
