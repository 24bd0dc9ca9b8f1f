import { htmlPayloads } from '../support/htmlPayloads.ts'
import { picture } from '../support/pictures.ts'
import { axeFindings } from './axe.ts'
import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'

const w = {
  news: 'News',
  title: 'Title',
  draft: 'Draft',
  edit: 'Edit',
  delete: 'Delete',
} as const

const file = async (image: File) => ({ name: image.name, mimeType: image.type, buffer: Buffer.from(await image.arrayBuffer()) })

test('staff write an article with an image, lose the page, publish and delete it', async ({ page, browser, expectComplaint }) => {
  const title = 'Rallye d’été'
  const [thumbnail, photo] = await Promise.all([picture('png', { name: 'small.png' }), picture('jpeg', { name: 'photo.jpg' })])
  const editor = page.getByRole('textbox', { name: 'Content', exact: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await signIn(page, 'marketing')
  await page.getByRole('link', { name: w.news, exact: true }).click()
  await page.getByRole('link', { name: 'Add an article' }).click()
  await page.getByLabel(w.title, { exact: true }).fill(title)
  await page.getByLabel('Thumbnail', { exact: true }).setInputFiles(await file(thumbnail))
  await editor.click()
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Bring headphones.')
  await page.keyboard.press('Enter')
  await button('Image').click()
  await page.getByLabel('Image file', { exact: true }).setInputFiles(await file(photo))
  await page.getByLabel('Description', { exact: true }).fill('The valley')
  await button('Insert').click()
  await expect(editor.getByRole('img', { name: 'The valley' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])

  await button(w.draft).click()
  await expect(page.getByText('Article added')).toBeVisible()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const image = page.getByRole('main').getByRole('img', { name: 'The valley' })
  await expect(page.getByRole('main').locator('strong')).toHaveText('Bring headphones.')
  const address = await image.evaluate((element: HTMLImageElement) => element.src)

  // Readers have no account.
  const stranger = await browser.newContext()
  expect((await stranger.request.get(address)).status()).toBe(200)
  await stranger.close()

  await page.getByRole('link', { name: w.edit, exact: true }).click()
  await page.getByLabel(w.title, { exact: true }).fill(`${title}, 2`)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const opened = indexedDB.open('fieldport')
        await new Promise((resolve) => opened.addEventListener('success', resolve))
        const all = opened.result.transaction('formDrafts').objectStore('formDrafts').getAll()
        await new Promise((resolve) => all.addEventListener('success', resolve))
        opened.result.close()
        return JSON.stringify(all.result)
      }),
    )
    .toContain(`${title}, 2`)
  // Leaving with unsaved text is asked about.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await button('Continue with it').click()
  await expect(page.getByLabel(w.title, { exact: true })).toHaveValue(`${title}, 2`)
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('article').getByText(`${title}, 2`)).toBeVisible()
  await button('Publish').click()
  await expect(page.getByText('Article modified')).toBeVisible()
  await expect(page.getByRole('main').getByText('Published', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: w.edit, exact: true }).click()
  await expect(button('Modify')).toBeVisible()
  await expect(button(w.draft)).toHaveCount(0)

  await page.getByRole('link', { name: w.news, exact: true }).click()
  await searchFor(page, 'rallye d’ete')
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: `${w.delete} ${title}, 2` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.delete }).click()
  await expect(page.getByText('Article deleted')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)

  // An article that never was leads back to the list.
  expectComplaint(/404/)
  await page.goto('/news/show/999999')
  await expect(page.getByText('Resource not found')).toBeVisible()
  await expect(page).toHaveURL(/\/news\/index/)
})

/** The base of these tests fails on a violation of the content security policy as well. */
test('harmful HTML that is saved through the API runs and loads nothing where it is shown', async ({ page }) => {
  const ran: string[] = []
  await page.exposeFunction('attack', () => ran.push('attack'))
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) ran.push(request.url())
  })
  await signIn(page, 'marketing')
  const saved = await page.request.post('/backend/news', {
    headers: await bearer(page.request, 'marketing'),
    multipart: { title: 'Payloads', content: `<p>before</p>${htmlPayloads.join('<p>next</p>')}<p>after</p>`, published: 'true' },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const id = String(Object(await saved.json()).id)

  await page.goto(`/news/show/${id}`)
  await expect(page.getByRole('main').getByText('before').first()).toBeVisible()
  await page.goto(`/news/edit/${id}`)
  await expect(page.getByRole('textbox', { name: 'Content', exact: true }).getByText('before').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByText('before').first()).toBeVisible()
  expect(ran).toEqual([])
})
