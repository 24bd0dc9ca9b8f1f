import { daysAfter, localMinute } from '../../src/app/i18n/localMinute.ts'
import { picture } from '../support/pictures.ts'
import { axeFindings } from './axe.ts'
import { expect, settled, test } from './field.ts'
import { signIn } from './portal.ts'

const w = {
  news: 'News',
  unread: 'Unread',
  content: 'Content',
} as const

test('staff schedule an article and publish it, and a customer on another computer reads it, also offline [T968]', async ({
  page,
  openElsewhere,
  network,
}) => {
  const title = 'Rally of the valleys'
  const photo = await picture('jpeg', { name: 'photo.jpg' })

  const desk = await openElsewhere('marketing')
  const button = (name: string | RegExp) => desk.getByRole('button', { name, exact: true })
  await desk.getByRole('link', { name: w.news, exact: true }).click()
  await desk.getByRole('link', { name: 'Add an article' }).click()
  await desk.getByLabel('Title', { exact: true }).fill(title)
  await desk.getByRole('textbox', { name: w.content, exact: true }).click()
  await desk.keyboard.type('Bring headphones.')
  await desk.keyboard.press('Enter')
  await button('Image').click()
  await desk
    .getByLabel('Image file', { exact: true })
    .setInputFiles({ name: photo.name, mimeType: photo.type, buffer: Buffer.from(await photo.arrayBuffer()) })
  await desk.getByLabel('Description', { exact: true }).fill('The valley')
  await button('Insert').click()
  await expect(desk.getByRole('textbox', { name: w.content, exact: true }).getByRole('img', { name: 'The valley' })).toBeVisible()
  await desk.getByLabel('Publish on', { exact: true }).fill(localMinute(daysAfter(new Date(), 1)))
  await button(/^Publish on \d/).click()
  await expect(desk.getByRole('main').getByText(/^Scheduled for \d/)).toBeVisible()

  // Nothing of it is seen before its time.
  await signIn(page, 'customer')
  await settled(page)
  const banner = page.getByRole('banner')
  const main = page.getByRole('main')
  await banner.getByRole('link', { name: w.news }).click()
  await expect(page).toHaveURL(/\/articles\/index$/)
  await expect(main.getByRole('listitem').first()).toBeVisible()
  await expect(main.getByText(title)).toHaveCount(0)

  await desk.getByRole('link', { name: 'Edit', exact: true }).click()
  await button('Publish now').click()
  await expect(desk.getByRole('main').getByText('Published', { exact: true })).toBeVisible()
  await desk.getByRole('link', { name: 'As readers see it' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await desk.close()

  await page.goto('/productUpdate/index')
  await banner.getByRole('link', { name: /^News \d+ unread articles?$/ }).click()
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
  await expect(main.getByText(/^As of /)).toBeVisible()
  await newest.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.reload()
  await expect(main.getByText('Bring headphones.')).toBeVisible()
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
  await network.restore()
})
