/** The news screens: the list, an article as it is read, the form with its two buttons, and what happens when an article is gone. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, editorIsThere } from '../../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, rows } from '../../../../tests/component/list.ts'
import { grayPng, newsRow, shownNews } from '../../../../tests/component/records.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { htmlPayloads } from '../../../../tests/support/htmlPayloads.ts'
import type { ShownNews } from '../../../contract/news.ts'
import { locales, newsThumbnailMaxBytes } from '../../../contract/rules.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'

let stored: ShownNews
let refusal: ErrorCode | null

function save(title: string, content: string, status: boolean): void {
  if (refusal !== null) throw new AppError(refusal)
  stored = { ...stored, title, tostring: title, content, status, version: stored.version + 1 }
}
const news = {
  ...fakeTable(() => [newsRow(7, 'Firmware 5.2', { status: true, thumbnail: null }), newsRow(8, stored.title)]),
  get() {
    if (refusal !== null) throw new AppError(refusal)
    return stored
  },
  create({ body }) {
    save(body.title, body.content, body.published)
    return { id: 8 }
  },
  update({ params, body }) {
    save(body.title, body.content, body.published)
    return params
  },
  remove({ params }) {
    stored = { ...stored, isDeleted: true, restorableUntil: '2026-11-22T10:00:00.000Z' }
    return params
  },
  restore({ params }) {
    stored = { ...stored, isDeleted: false, restorableUntil: null }
    return params
  },
} satisfies FakeCalls['news']
const calls: FakeCalls = { news, authentication: { refresh: () => sessionOf('marketing') } }

beforeEach(() => {
  stored = shownNews()
  refusal = null
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const title = page.getByRole('textbox', { name: 'Title', exact: true })
const bodyOf = (seen: Awaited<ReturnType<typeof openApp>>['seen'], call: string) =>
  Object(seen.find(({ name }) => name === call)?.parts).body as Record<string, unknown>

it('the list shows each article with its thumbnail, status and date, and links to it by its title', async () => {
  const { address } = await openApp('/news/index', { as: 'marketing', calls })
  await listIsThere()
  await expect.element(rows().first()).toHaveTextContent(/Rally in MayDraft20\/11\/2026/)
  await expect.element(rows().last()).toHaveTextContent(/Firmware 5\.2Published20\/11\/2026/)
  expect(rows().first().element().querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/webp;base64,/)
  expect(rows().last().element().querySelector('img')).toBeNull()
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Title' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('link', { name: 'Rally in May', exact: true }).click()
  await expect.poll(address).toBe('/news/show/8')
})

it('an article is read with its thumbnail and links that open in a new window; it is deleted and restored', async () => {
  stored = shownNews({ status: true, content: '<h2>When</h2><p class="align-center">See <a href="https://a.example/">here</a></p>' })
  const { address } = await openApp('/news/show/8', { as: 'admin', calls })
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
  await openApp('/news/show/8', { as: 'admin', calls })
  await button('Restore').click()
  await expect.element(button('Delete')).toBeVisible()
})

describe('the form', () => {
  it('saves a new article as a draft, then publishes it, and then only modifies it', async () => {
    const { seen, address } = await openApp('/news/create', { as: 'marketing', calls })
    await editorIsThere()
    await title.fill('Rally in June')
    await userEvent.click(editor())
    await userEvent.keyboard('Two ')
    await button('Bold').click()
    await userEvent.keyboard('days')
    await button('Draft').click()
    await expect.poll(address).toBe('/news/show/8')
    await expect.element(page.getByText('Article added')).toBeVisible()
    const content = '<p>Two <strong>days</strong></p>'
    expect(bodyOf(seen, 'news.create')).toMatchObject({ title: 'Rally in June', content, published: false })
    expect(bodyOf(seen, 'news.create')).not.toHaveProperty('thumbnail')

    const edited = await openApp('/news/edit/8', { as: 'marketing', calls })
    await editorIsThere()
    await expect.element(button('Modify')).not.toBeInTheDocument()
    await button('Publish').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    // What nobody edited is sent back as it was stored.
    expect(bodyOf(edited.seen, 'news.update')).toMatchObject({ title: 'Rally in June', content, published: true, version: 2 })

    const published = await openApp('/news/edit/8', { as: 'marketing', calls })
    await editorIsThere()
    await expect.element(button('Draft')).not.toBeInTheDocument()
    await expect.element(button('Publish')).not.toBeInTheDocument()
    await title.fill('Rally in July{Enter}')
    await button('Modify').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(bodyOf(published.seen, 'news.update')).toMatchObject({ published: true })
  })

  it.each([
    ['en', 'This field is required', "Please fill 'content' field", 'Publish'],
    ['fr', 'Ce champ est obligatoire', 'Veuillez remplir le champ «\u00a0Contenu\u00a0»', 'Publier'],
  ] as const)('names what is missing (%s)', async (locale, titleError, contentError, publish) => {
    await openApp('/news/create', { as: 'marketing', calls, locale })
    const content = locale === 'en' ? 'Content' : 'Contenu'
    await editorIsThere(content)
    await button(publish).click()
    await expect.element(page.getByText(titleError)).toBeVisible()
    await expect.element(editor(content)).toHaveAccessibleDescription(contentError)
    await expect.element(editor(content)).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('textbox', { name: locale === 'en' ? 'Title' : 'Titre' }).fill('a'.repeat(151))
    await expect.element(page.getByText(locale === 'en' ? 'This text is too long' : 'Ce texte est trop long')).toBeVisible()
    await userEvent.click(editor(content))
    await userEvent.keyboard('Text')
    await expect.element(editor(content)).toHaveAttribute('aria-invalid', 'false')
  })

  it('shows a chosen thumbnail cropped before it is saved, refuses one that is too big, and removes it', async () => {
    const { seen } = await openApp('/news/edit/8', { as: 'marketing', calls })
    await editorIsThere()
    const shown = page.getByRole('img', { name: 'Thumbnail' })
    await expect.element(shown).toHaveAttribute('src', expect.stringMatching(/^data:image\/png;base64,/))
    const input = page
      .getByLabelText('Thumbnail')
      .filter({ hasNot: page.getByRole('img') })
      .first()
    await input.upload(new File(['no image'], 'broken.png', { type: 'image/png' }))
    await expect.element(page.getByText('broken.png')).toBeVisible()
    await expect.element(shown).not.toBeInTheDocument()
    const pixel = Uint8Array.from(atob(grayPng), (byte) => byte.charCodeAt(0))
    await input.upload(new File([pixel, new Uint8Array(newsThumbnailMaxBytes)], 'large.png', { type: 'image/png' }))
    await expect.element(page.getByText('large.png')).toBeVisible()
    await expect.element(shown).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    await expect.element(shown).toHaveStyle({ objectFit: 'cover', aspectRatio: '3 / 2' })
    await button('Draft').click()
    await expect.element(page.getByText('File too big, max 1Mo !')).toBeVisible()
    expect(seen.some(({ name }) => name === 'news.update')).toBe(false)
    await button('Remove').click()
    await expect.element(shown).toHaveAttribute('src', expect.stringMatching(/^data:/))
    await button('Remove').click()
    await expect.element(shown).not.toBeInTheDocument()
    await button('Draft').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(bodyOf(seen, 'news.update')).toMatchObject({ removeThumbnail: true })
  })

  it('shows a preview as readers will see it, and goes on where one was', async () => {
    await openApp('/news/create', { as: 'marketing', calls })
    await editorIsThere()
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect.element(page.getByText('Nothing to show yet.')).toBeVisible()
    await page.getByRole('tab', { name: 'Write' }).click()
    await title.fill('Rally in June')
    await userEvent.click(editor())
    await userEvent.keyboard('When{Control>}{Alt>}2{/Alt}{/Control}{Enter}Soon')
    await page.getByRole('tab', { name: 'Preview' }).click()
    const preview = page.getByRole('tabpanel', { name: 'Preview' })
    await expect.element(preview.getByText('Rally in June')).toBeVisible()
    await expect.element(preview.getByRole('heading', { level: 2, name: 'When' })).toBeVisible()
    await page.getByRole('tab', { name: 'Write' }).click()
    await button('Undo').click()
    await expect.element(editor()).not.toHaveTextContent('Soon')
  })

  it('shows what somebody else has saved meanwhile, and takes it over into the editor', async () => {
    let version = 1
    const meanwhile: NonNullable<FakeCalls['news']>['update'] = (parts) => {
      if (parts.body.version === version) return news.update(parts)
      throw new AppError('changed.meanwhile.error')
    }
    await openApp('/news/edit/8', { as: 'marketing', calls: { ...calls, news: { ...news, update: meanwhile } } })
    await editorIsThere()
    await userEvent.click(editor())
    await userEvent.keyboard('x')
    version = 5
    stored = { ...stored, version, content: '<p>Their text</p>' }
    await button('Draft').click()
    await expect.element(page.getByText('Someone else has changed this since you opened it')).toBeVisible()
    await button('Use their changes').click()
    await expect.element(editor()).toHaveTextContent('Their text')
    await button('Draft').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(stored.content).toBe('<p>Their text</p>')
  })
})

describe.each([
  ['resource.not.found', 'Resource not found'],
  ['not.authenticated', 'Your session has ended. Please sign in again.'],
] as const)('an article that answers %s', (code, words) => {
  it.each(['/news/show/8', '/news/edit/8'])('leads from %s back to the list, with the message', async (path) => {
    refusal = code
    const { address } = await openApp(path, { as: 'marketing', calls })
    await expect.poll(address).toBe('/news/index')
    await expect.element(page.getByText(words)).toBeVisible()
  })

  it('leads back to the list from a save too, without a question', async () => {
    const { address } = await openApp('/news/edit/8', { as: 'marketing', calls })
    await editorIsThere()
    await title.fill('Changed')
    refusal = code
    await button('Draft').click()
    await expect.poll(address).toBe('/news/index')
    await expect.element(page.getByText(words)).toBeVisible()
  })
})

it('harmful HTML runs nothing on any screen, even if it had been stored', async () => {
  const attack = vi.fn<() => void>()
  Object.assign(globalThis, { attack })
  stored = shownNews({ content: `<p>before</p>${htmlPayloads.join('')}` })
  await openApp('/news/show/8', { as: 'admin', calls })
  await expect.element(page.getByText('before').first()).toBeVisible()
  await openApp('/news/edit/8', { as: 'admin', calls })
  expect((await editorIsThere()).innerHTML).not.toMatch(/<(?:script|iframe|svg|math|style|form|object)|\son\w+=|evil\.example/i)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect.element(page.getByRole('tabpanel', { name: 'Preview' }).getByText('before').first()).toBeVisible()
  expect(attack).not.toHaveBeenCalled()
})

async function articleIsThere(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 2, name: 'When' })).toBeVisible()
}

describe.each(locales)('in %s', (locale) => {
  const formIsThere = () => editorIsThere(locale === 'en' ? 'Content' : 'Contenu')
  it.each<[string, () => Promise<unknown>]>([
    ['/news/index', listIsThere],
    ['/news/show/8', articleIsThere],
    ['/news/create', formIsThere],
    ['/news/edit/8', formIsThere],
  ])('has no axe finding at %s', async (path, screenIsThere) => {
    await openApp(path, { as: 'admin', calls, locale })
    await screenIsThere()
    await expectNoAxeFindings(path)
    if (!path.includes('edit')) return
    await page.getByRole('tab').last().click()
    await expectNoAxeFindings('preview')
  })
})
