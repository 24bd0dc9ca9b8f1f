/** The news screens: the list, an article as it is read, and what happens when an article is gone. The form: newsForm.spec.tsx. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editorIsThere } from '../../../../tests/component/article.ts'
import { listIsThere, rows } from '../../../../tests/component/list.ts'
import { createNewsWorld, type NewsWorld } from '../../../../tests/component/news.ts'
import { shownNews } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { htmlPayloads } from '../../../../tests/support/htmlPayloads.ts'

let world: NewsWorld
beforeEach(() => {
  world = createNewsWorld()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const title = page.getByRole('textbox', { name: 'Title', exact: true })

it('the list shows each article with its thumbnail, status and date, and links to it by its title [T27]', async () => {
  const { address } = await openApp('/news/index', { as: 'marketing', calls: world.calls })
  await listIsThere()
  await expect.element(rows().first()).toMatchTextContent(/Rally in MayDraft20\/11\/2026/)
  await expect.element(rows().last()).toMatchTextContent(/Firmware 5\.2Published20\/11\/2026/)
  expect(rows().first().element().querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/webp;base64,/)
  expect(rows().last().element().querySelector('img')).toBeNull()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Title' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Rally in May', exact: true }).click()
  await expect.poll(address).toBe('/news/show/8')
})

it('an article is read with its thumbnail and links that open in a new window; it is deleted and restored [T28]', async () => {
  world.stored = shownNews({ status: true, content: '<h2>When</h2><p class="align-center">See <a href="https://a.example/">here</a></p>' })
  const { address } = await openApp('/news/show/8', { as: 'admin', calls: world.calls })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Rally in May' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 2, name: 'When' })).toBeVisible()
  await expect.element(page.getByText('Published', { exact: true })).toBeVisible()
  const link = page.getByRole('link', { name: 'here' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noreferrer')
  await expect.element(page.getByText('See here')).toHaveStyle({ textAlign: 'center' })
  await expect.element(page.getByRole('img', { name: 'Thumbnail' })).toHaveStyle({ objectFit: 'cover' })
  await button('Delete').click()
  await page.getByRole('alertdialog', { name: 'Delete article “Rally in May”?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(address).toBe('/news/index')
  await openApp('/news/show/8', { as: 'admin', calls: world.calls })
  await button('Restore').click()
  await expect.element(button('Delete')).toBeVisible()
})

describe.each([
  ['resource.not.found', 'Resource not found'],
  ['not.authenticated', 'Your session has ended. Please sign in again.'],
] as const)('an article that answers %s', (code, words) => {
  it.each(['/news/show/8', '/news/edit/8'])('leads from %s back to the list, with the message [T308]', { tags: 'rest' }, async (path) => {
    world.refusal = code
    const { address } = await openApp(path, { as: 'marketing', calls: world.calls })
    await expect.poll(address).toBe('/news/index')
    await expect.element(page.getByText(words)).toBeVisible()
  })

  it('leads back to the list from a save too, without a question [T309]', { tags: 'rest' }, async () => {
    const { address } = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
    await editorIsThere()
    await title.fill('Changed')
    world.refusal = code
    await button('Draft').click()
    await expect.poll(address).toBe('/news/index')
    await expect.element(page.getByText(words)).toBeVisible()
  })
})

it('harmful HTML runs nothing on any screen, even if it had been stored', async () => {
  const attack = vi.fn<() => void>()
  Object.assign(globalThis, { attack })
  world.stored = shownNews({ content: `<p>before</p>${htmlPayloads.join('')}` })
  await openApp('/news/show/8', { as: 'admin', calls: world.calls })
  await expect.element(page.getByText('before').first()).toBeVisible()
  await openApp('/news/edit/8', { as: 'admin', calls: world.calls })
  expect((await editorIsThere()).innerHTML).not.toMatch(/<(?:script|iframe|svg|math|style|form|object)|\son\w+=|evil\.example/i)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'Preview' }).getByText('before').first()).toBeVisible()
  expect(attack).not.toHaveBeenCalled()
})
