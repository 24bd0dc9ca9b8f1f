import { daysAfter, localMinute } from '../../src/app/i18n/localMinute.ts'
import { locales } from '../../src/contract/rules.ts'
import { picture } from '../support/pictures.ts'
import { axeFindings } from './axe.ts'
import { expect, settled, test } from './field.ts'
import { signIn } from './portal.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    news: 'News',
    unreadNews: /^News \d+ unread articles?$/,
    unread: 'Unread',
    add: 'Add an article',
    title: 'Title',
    content: 'Content',
    image: 'Image',
    imageFile: 'Image file',
    description: 'Description',
    insert: 'Insert',
    publishAt: 'Publish on',
    schedule: /^Publish on \d/,
    scheduled: /^Scheduled for \d/,
    edit: 'Edit',
    publishNow: 'Publish now',
    published: 'Published',
    readers: 'As readers see it',
    asOf: /^As of /,
  },
  fr: {
    news: 'Actualités',
    unreadNews: /^Actualités \d+ articles? non lus?$/,
    unread: 'Non lu',
    add: 'Ajouter un article',
    title: 'Titre',
    content: 'Contenu',
    image: 'Image',
    imageFile: 'Fichier image',
    description: 'Description',
    insert: 'Insérer',
    publishAt: 'Publier le',
    schedule: /^Publier le \d/,
    scheduled: /^Programmé pour le \d/,
    edit: 'Modifier',
    publishNow: 'Publier maintenant',
    published: 'Publié',
    readers: 'Vue des lecteurs',
    asOf: /^Données du /,
  },
} as const

for (const locale of locales)
  test(`staff schedule an article and publish it, and a customer on another computer reads it, also offline (${locale}) [T968]`, async ({
    page,
    browser,
    server,
    network,
  }) => {
    const w = texts[locale]
    const title = `Rally of the valleys ${locale}`
    const photo = await picture('jpeg', { name: 'photo.jpg' })

    const office = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    const desk = await office.newPage()
    await readIn(desk, locale)
    await signIn(desk, 'marketing')
    const button = (name: string | RegExp) => desk.getByRole('button', { name, exact: true })
    await desk.getByRole('link', { name: w.news, exact: true }).click()
    await desk.getByRole('link', { name: w.add }).click()
    await desk.getByLabel(w.title, { exact: true }).fill(title)
    await desk.getByRole('textbox', { name: w.content, exact: true }).click()
    await desk.keyboard.type('Bring headphones.')
    await desk.keyboard.press('Enter')
    await button(w.image).click()
    await desk
      .getByLabel(w.imageFile, { exact: true })
      .setInputFiles({ name: photo.name, mimeType: photo.type, buffer: Buffer.from(await photo.arrayBuffer()) })
    await desk.getByLabel(w.description, { exact: true }).fill('The valley')
    await button(w.insert).click()
    await expect(desk.getByRole('textbox', { name: w.content, exact: true }).getByRole('img', { name: 'The valley' })).toBeVisible()
    await desk.getByLabel(w.publishAt, { exact: true }).fill(localMinute(daysAfter(new Date(), 1)))
    await button(w.schedule).click()
    await expect(desk.getByRole('main').getByText(w.scheduled)).toBeVisible()

    // Nothing of it is seen before its time.
    await readIn(page, locale)
    await signIn(page, 'customer')
    await settled(page)
    const banner = page.getByRole('banner')
    const main = page.getByRole('main')
    await banner.getByRole('link', { name: w.news }).click()
    await expect(page).toHaveURL(/\/articles\/index$/)
    await expect(main.getByRole('listitem').first()).toBeVisible()
    await expect(main.getByText(title)).toHaveCount(0)

    await desk.getByRole('link', { name: w.edit, exact: true }).click()
    await button(w.publishNow).click()
    await expect(desk.getByRole('main').getByText(w.published, { exact: true })).toBeVisible()
    await desk.getByRole('link', { name: w.readers }).click()
    await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await office.close()

    await page.goto('/productUpdate/index')
    await banner.getByRole('link', { name: w.unreadNews }).click()
    const newest = main.getByRole('listitem').first()
    await expect(newest).toContainText(title)
    await expect(newest).toContainText(w.unread)
    expect(await axeFindings(page)).toEqual([])
    await newest.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const image = main.getByRole('img', { name: 'The valley' })
    await expect(image).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
    await main.getByRole('link', { name: w.news, exact: true }).click()
    await expect(newest).toContainText(title)
    await expect(newest).not.toContainText(w.unread)

    await network.cut()
    await page.goto('/articles/index')
    await expect(main.getByText(w.asOf)).toBeVisible()
    await newest.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await page.reload()
    await expect(main.getByText('Bring headphones.')).toBeVisible()
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await network.restore()
  })
