// @module-tag rest
/** The form of an article with its two buttons: what it sends, refuses, shows beforehand and takes over from somebody else. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { editor, editorIsThere } from '../../../../tests/component/article.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { createNewsWorld, type NewsWorld } from '../../../../tests/component/news.ts'
import { grayPng } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { newsThumbnailMaxBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'

let world: NewsWorld
beforeEach(() => {
  world = createNewsWorld()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const title = page.getByRole('textbox', { name: 'Title', exact: true })

describe('the form', () => {
  it('saves a new article as a draft, then publishes it, and then only modifies it [T29]', async () => {
    const { sent, address } = await openApp('/news/create', { as: 'marketing', calls: world.calls })
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
    expect(sent('news.create')).toMatchObject([{ body: { title: 'Rally in June', content, published: false } }])
    expect(sent('news.create')[0]).not.toHaveProperty('body.thumbnail')

    const edited = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
    await editorIsThere()
    await expect.element(button('Modify')).not.toBeInTheDocument()
    await button('Publish').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    // What nobody edited is sent back as it was world.stored.
    expect(edited.sent('news.update')).toMatchObject([{ body: { title: 'Rally in June', content, published: true, version: 2 } }])

    const published = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
    await editorIsThere()
    await expect.element(button('Draft')).not.toBeInTheDocument()
    await expect.element(button('Publish')).not.toBeInTheDocument()
    await title.fill('Rally in July{Enter}')
    await button('Modify').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(published.sent('news.update')).toMatchObject([{ body: { published: true } }])
  })

  it.each([
    ['en', 'This field is required', "Please fill 'content' field", 'Publish'],
    ['fr', 'Ce champ est obligatoire', 'Veuillez remplir le champ «\u00a0Contenu\u00a0»', 'Publier'],
  ] as const)('names what is missing (%s) [T307]', async (locale, titleError, contentError, publish) => {
    await openApp('/news/create', { as: 'marketing', calls: world.calls, locale })
    const content = locale === 'en' ? 'Content' : 'Contenu'
    await editorIsThere(content)
    await button(publish).click()
    await expect.element(page.getByText(titleError)).toBeVisible()
    await expect.element(editor(content)).toHaveAccessibleDescription(contentError)
    await expect.element(editor(content)).toHaveAttribute('aria-invalid', 'true')
    const titleField = page.getByRole('textbox', { name: locale === 'en' ? 'Title' : 'Titre' })
    const tooLong = page.getByText(locale === 'en' ? 'This text is too long' : 'Ce texte est trop long')
    await titleField.fill('a'.repeat(151))
    await expect.element(tooLong).toBeVisible()
    await titleField.fill('a'.repeat(150))
    await expect.element(tooLong).not.toBeInTheDocument()
    await userEvent.click(editor(content))
    await userEvent.keyboard('Text')
    await expect.element(editor(content)).toHaveAttribute('aria-invalid', 'false')
  })

  it('shows a chosen thumbnail cropped before it is saved, refuses one that is too big, and removes it [T30]', async () => {
    const { sent } = await openApp('/news/edit/8', { as: 'marketing', calls: world.calls })
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
    expect(sent('news.update')).toEqual([])
    await button('Remove').click()
    await expect.element(shown).toHaveAttribute('src', expect.stringMatching(/^data:/))
    await button('Remove').click()
    await expect.element(shown).not.toBeInTheDocument()
    await button('Draft').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(sent('news.update')).toMatchObject([{ body: { removeThumbnail: true } }])
  })

  it('shows a preview as readers will see it, and goes on where one was', async () => {
    await openApp('/news/create', { as: 'marketing', calls: world.calls })
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
    await expectNoAxeFindings('preview')
    await page.getByRole('tab', { name: 'Write' }).click()
    await button('Undo').click()
    await expect.element(editor()).not.toMatchTextContent('Soon')
  })

  it('shows what somebody else has saved meanwhile, and takes it over into the editor', async () => {
    let version = 1
    const meanwhile: NonNullable<FakeCalls['news']>['update'] = (parts) => {
      if (parts.body.version === version) return world.news.update(parts)
      throw new AppError('changed.meanwhile.error')
    }
    await openApp('/news/edit/8', { as: 'marketing', calls: { ...world.calls, news: { ...world.news, update: meanwhile } } })
    await editorIsThere()
    await userEvent.click(editor())
    await userEvent.keyboard('x')
    version = 5
    world.stored = { ...world.stored, version, content: '<p>Their text</p>' }
    await button('Draft').click()
    await expect.element(page.getByText('Someone else has changed this since you opened it')).toBeVisible()
    await button('Use their changes').click()
    await expect.element(editor()).toMatchTextContent('Their text')
    await button('Draft').click()
    await expect.element(page.getByText('Article modified')).toBeVisible()
    expect(world.stored.content).toBe('<p>Their text</p>')
  })
})
