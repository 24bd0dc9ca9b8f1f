// @module-tag rest
/** A draft that is published later: how staff schedule it, see when, and change their mind. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { editorIsThere } from '../../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { createNewsWorld, type NewsWorld } from '../../../../tests/component/news.ts'
import { shownNews } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const w = {
  at: 'Publish on',
  content: 'Content',
  draft: 'Draft',
  publish: 'Publish',
  scheduled: 'Scheduled for 15/01/2027 09:00',
  saved: 'Publish on 15/01/2027 09:00',
  now: 'Publish now',
  clear: 'Do not schedule',
  readers: 'As readers see it',
} as const

let world: NewsWorld
beforeEach(() => {
  world = createNewsWorld()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const main = page.getByRole('main')
/** In the time zone of the person. */
const publishAt = new Date(2027, 0, 15, 9, 0).toISOString()

it('a draft is scheduled, its page and the list say when, and it becomes a draft again [T966]', async () => {
  const sent = () => seen.filter(({ name }) => name === 'news.update').map(({ parts }) => Object(parts).body as object)
  const { seen, address } = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere(w.content)
  await expect.element(button(w.publish)).toBeVisible()
  await page.getByLabelText(w.at, { exact: true }).fill('2027-01-15T09:00')
  await expect.element(button(w.now)).toBeVisible()
  await expect.element(button(w.draft)).not.toBeInTheDocument()
  await expectNoAxeFindings('scheduled draft')
  await button(w.saved).click()
  await expect.poll(address).toBe('/news/show/8')
  expect(sent()).toMatchObject([{ published: false, publishAt, changedFields: ['publishAt'] }])
  await expect.element(main.getByText(w.scheduled)).toBeVisible()

  await openApp('/news/index', { as: 'marketing', calls: world.calls })
  await expect.element(main.getByText(w.scheduled)).toBeVisible()

  const again = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere(w.content)
  await expect.element(page.getByLabelText(w.at, { exact: true })).toHaveValue('2027-01-15T09:00')
  await button(w.clear).click()
  await button(w.draft).click()
  await expect.poll(again.address).toBe('/news/show/8')
  await expect.element(main.getByText(w.draft, { exact: true })).toBeVisible()
  expect(Object(again.seen.find(({ name }) => name === 'news.update')?.parts).body).toMatchObject({ published: false, publishAt: '' })
})

it('what is published has no time to be published, and a way to what readers see of it', async () => {
  world.stored = shownNews({ status: true, publishedAt: publishAt })
  await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
  await editorIsThere()
  await expect.element(page.getByLabelText('Publish on')).not.toBeInTheDocument()
  await openApp('/news/show/8', { as: 'marketing', calls: world.calls })
  await expect.element(main.getByText('Published on 15/01/2027 09:00')).toBeVisible()
  await expect.element(page.getByRole('link', { name: w.readers })).toHaveAttribute('href', '/articles/show/8')
})
