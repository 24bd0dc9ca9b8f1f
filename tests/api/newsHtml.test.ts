// @module-tag rest
/** What is left of harmful HTML in a stored article. Of each payload alone: src/server/html/sanitizeArticle.test.ts. */
import { expect, it } from 'vitest'
import { newsContentMaxBytes } from '../../src/contract/rules.ts'
import { harmfulHtml, htmlPayloads } from '../support/htmlPayloads.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

serverOnPostgres((server) => {
  const [staff, other] = signedIn(server, 'ROLE_MARKETTING', 'ROLE_MARKETTING')

  it('stores all of them at once, in the sandbox, like each alone', async () => {
    const { id } = await staff.news.create({
      body: { title: 'All', content: `<p>before</p>${htmlPayloads.join('\n').repeat(3)}`, published: false },
    })
    const { content } = await staff.news.get({ params: { id } })
    expect(content).toContain('before')
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
})
