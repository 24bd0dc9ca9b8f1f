/** An owner learns of a new version at another computer: by a mail, whose link opens the detector's page, and by the badge of the menu. */
import type { APIRequestContext, Page } from 'playwright/test'
import { expect, linkIn, mailTo, readMailsIn, test } from './mailPortal.ts'
import { fillSignIn } from './accountsPortal.ts'
import { bearer, firmwareFile, headline, publish, readFlash, update } from './detector.ts'
import { connectQuick, seeItThrough } from './field.ts'
import { password, signIn } from './portal.ts'
import { confirmPoints, question } from './releaseSteps.ts'
import { updateWords } from './updateWords.ts'
import { words } from './words.ts'

const w = {
  ...words.en,
  ...updateWords.en,
  version: '5.5',
  badge: 'Product updates 1 update available',
  available: '5.5 available',
  updateTo: 'Update to 5.5',
} as const

const menuLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const row = (page: Page) => page.getByRole('region', { name: w.myDetectors }).getByRole('listitem').filter({ hasText: '0A 1B 2C 3D 4E' })

/** The customer's detector has the newest version that there is, by API. Returns the address of its page. */
async function installNewest(request: APIRequestContext): Promise<string> {
  const headers = await bearer(request, 'customer')
  const found = await request.get('/backend/userProduct/getUserProductsForUser', { headers })
  // The contract's user products.
  const owned = (await found.json()) as { id: number; serialNumber: string; product: { id: number } }[]
  const detector = owned.find(({ serialNumber }) => serialNumber === '0A1B2C3D4E')
  const listed = await request.get(`/backend/firmware/getAllForProductAndUser/${detector?.product.id}`, { headers })
  // The contract's offered firmwares, newest first.
  const [newest] = (await listed.json()) as { id: number }[]
  const form = { userProductId: String(detector?.id), firmwareId: String(newest?.id) }
  const begun = await request.post('/backend/productUpdate', { headers, form })
  expect(begun.ok(), await begun.text()).toBe(true)
  // The contract's answer to a saved record.
  const { id } = (await begun.json()) as { id: number }
  const result = { productUpdateId: String(id), success: 'true' }
  const ended = await request.post(`/backend/productUpdate/${id}`, { headers, form: result })
  expect(ended.ok(), await ended.text()).toBe(true)
  return `/equipment/${detector?.id}`
}

/** As an administrator at a desk of their own. */
async function offerToAll(desk: Page, firmwareId: number): Promise<void> {
  await desk.goto(`/firmware/show/${firmwareId}`)
  await desk.getByRole('button', { name: 'Offer to everyone…', exact: true }).click()
  const offer = question(desk).getByRole('button', { name: /^Offer to \d+ customers?$/ })
  await expect(offer).toBeVisible()
  await confirmPoints(desk)
  // Its file is smaller than those of the demo.
  await question(desk).getByRole('textbox').fill(w.version)
  await offer.click()
  await expect(desk.getByText('5.5 is now offered to everyone')).toBeVisible()
}

test(`5.5 is published: a mail arrives, its link opens the detector's page at another computer, and the badge goes with the update [T1000]`, async ({
  page,
  openElsewhere,
  request,
  server,
  smtp,
}) => {
  const { file, image } = firmwareFile(20_000, 551)
  const address = await installNewest(request)
  await readMailsIn(request, 'customer', 'en')
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await expect(row(page)).toBeVisible()
  await expect(row(page)).not.toContainText(w.available)
  await expect(menuLink(page, w.productUpdates)).toBeVisible()

  await offerToAll(await openElsewhere('admin'), await publish(request, w.version, file, false))

  const elsewhere = await openElsewhere()
  const mail = await mailTo(smtp, 'customer@example.com', 1, 'New firmware for your Fieldport detector', w.version)
  expect(linkIn(mail)).toBe(`${server.url}${address}`)
  await elsewhere.goto(linkIn(mail))
  await fillSignIn(elsewhere, w, 'customer@example.com', password)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('WS6 Master')
  await expect(elsewhere.getByRole('main')).toContainText(w.available)
  await menuLink(elsewhere, w.badge).click()
  await expect(row(elsewhere)).toContainText(w.available)

  await row(elsewhere).getByRole('link', { name: 'WS6 Master' }).click()
  await expect(elsewhere).toHaveURL(new RegExp(`${address}$`))
  await elsewhere.getByRole('button', { name: w.updateTo }).click()
  await connectQuick(elsewhere)
  await expect(headline(elsewhere)).toHaveText(w.updateTo)
  await update(elsewhere).click()
  await seeItThrough(elsewhere)
  expect(Buffer.from(await readFlash(elsewhere)).equals(Buffer.from(image))).toBe(true)
  await expect(menuLink(elsewhere, w.productUpdates)).toBeVisible()
  await expect(menuLink(elsewhere, w.badge)).toHaveCount(0)
  await expect(row(elsewhere)).toContainText(w.version)
  await expect(row(elsewhere)).not.toContainText(w.available)

  // The computer where nothing was clicked.
  await page.reload()
  await expect(row(page)).toContainText(w.version)
  await expect(row(page)).not.toContainText(w.available)
  await expect(menuLink(page, w.productUpdates)).toBeVisible()
})
