// @module-tag rest
/** A draft that is published later: how staff schedule it, see when, and change their mind. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { editorIsThere } from '../../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createNewsWorld, type NewsWorld } from '../../../../tests/component/news.ts'
import { shownNews } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const w = { at: 'Publish on', content: 'Content', draft: 'Draft', scheduled: 'Scheduled for 15/01/2027 09:00' } as const

let world: NewsWorld
beforeEach(() => {
  world = createNewsWorld()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const main = page.getByRole('main')
/** In the time zone of the person. */
const publishAt = new Date(2027, 0, 15, 9, 0).toISOString()

it('a draft is scheduled, its page and the list say when, and it becomes a draft again [T966]', async () => {
  const { sent, address } = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere(w.content)
  await expect.element(button('Publish')).toBeVisible()
  await page.getByLabelText(w.at, { exact: true }).fill('2027-01-15T09:00')
  await expect.element(button('Publish now')).toBeVisible()
  await expect.element(button(w.draft)).not.toBeInTheDocument()
  await expectNoAxeFindings('scheduled draft')
  await button('Publish on 15/01/2027 09:00').click()
  await expect.poll(address).toBe('/news/show/8')
  expect(sent('news.update')).toMatchObject([{ body: { published: false, publishAt, changedFields: ['publishAt'] } }])
  await expect.element(main.getByText(w.scheduled)).toBeVisible()

  await openApp('/news/index', { as: 'marketing', calls: world.calls })
  await expect.element(main.getByText(w.scheduled)).toBeVisible()

  const again = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere(w.content)
  await expect.element(page.getByLabelText(w.at, { exact: true })).toHaveValue('2027-01-15T09:00')
  await button('Do not schedule').click()
  await button(w.draft).click()
  await expect.poll(again.address).toBe('/news/show/8')
  await expect.element(main.getByText(w.draft, { exact: true })).toBeVisible()
  expect(again.sent('news.update')).toMatchObject([{ body: { published: false, publishAt: '' } }])
})

it('what is published has no time to be published, and a way to what readers see of it', async () => {
  world.stored = shownNews({ status: true, publishedAt: publishAt })
  await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere()
  await expect.element(page.getByLabelText('Publish on')).not.toBeInTheDocument()
  await openApp('/news/show/8', { as: 'marketing', calls: world.calls })
  await expect.element(main.getByText('Published on 15/01/2027 09:00')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'As readers see it' })).toHaveAttribute('href', '/articles/show/8')
})
