/** Contradictions among products and firmwares: new ones are refused on their field, old ones are shown to staff. */
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright/test'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { firmwareProducts, firmwares, products } from '../../src/server/db/tables.ts'
import { axe } from './axe.ts'
import { bearer, firmwareFile, publish } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { readIn } from './words.ts'

const words = {
  en: {
    save: 'Save',
    name: 'Name',
    typeName: 'Type name',
    typeId: 'Type number',
    version: 'Version',
    language: 'Language',
    products: 'Products',
    file: 'File',
    restore: 'Restore',
    typeTaken: 'Another product already has this type number',
    versionTaken: 'Another active firmware of one of these products already has this version and language',
    shared: 'Products share a type number',
    typeSix: 'Type number 6: WS6 Master, WS6 Twin',
    same: 'Active firmwares have the same version and language',
    unknown: 'The portal does not know this model',
    update: 'Update',
    toInstall: 'Firmware to install',
  },
  fr: {
    save: 'Enregistrer',
    name: 'Nom',
    typeName: 'Nom du type',
    typeId: 'Numéro de type',
    version: 'Version',
    language: 'Langue',
    products: 'Produits',
    file: 'Fichier',
    restore: 'Rétablir',
    typeTaken: 'Un autre produit a déjà ce numéro de type',
    versionTaken: 'Un autre firmware actif de l’un de ces produits a déjà cette version et cette langue',
    shared: 'Des produits ont le même numéro de type',
    typeSix: 'Numéro de type 6\u00a0: WS6 Master, WS6 Twin',
    same: 'Des firmwares actifs ont la même version et la même langue',
    unknown: 'Le portail ne connaît pas ce modèle',
    update: 'Mettre à jour',
    toInstall: 'Version à installer',
  },
} as const

const notice = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('div')
    .filter({ has: page.getByText(title, { exact: true }) })
    .last()

for (const locale of ['en', 'fr'] as const) {
  const w = words[locale]

  test(`a duplicate type number is refused on its field, also when a deleted product is restored (${locale})`, async ({
    page,
    request,
    expectComplaint,
  }) => {
    expectComplaint('403')
    const headers = await bearer(request, 'admin')
    const deleted = await request.post('/backend/product', { headers, form: { name: `Gone ${locale}`, typeName: 'WS6', typeId: '70' } })
    // The contract's response.
    const { id } = (await deleted.json()) as { id: number }
    await request.delete(`/backend/product/${id}`, { headers })

    await signIn(page, 'backoffice')
    await readIn(page, locale)
    await page.goto('/product/create')
    await page.getByLabel(w.name, { exact: true }).fill(`New ${locale}`)
    await page.getByLabel(w.typeName).fill('WS6')
    await page.getByLabel(w.typeId).fill('6')
    await page.getByRole('button', { name: w.save }).click()
    await expect(page.getByText(w.typeTaken)).toBeVisible()
    await expect(page.getByLabel(w.typeId)).toBeFocused()
    await expect(page.getByLabel(w.typeId)).toHaveAccessibleDescription(new RegExp(w.typeTaken))
    await page.getByLabel(w.typeId).fill('70')
    await page.getByRole('button', { name: w.save }).click()
    await expect(page).toHaveURL(/\/product\/show\/\d+$/)
    const inTheWay = page.url().split('/').at(-1)

    await page.goto(`/product/show/${id}`)
    await page.getByRole('button', { name: w.restore }).click()
    await expect(page.getByText(w.typeTaken)).toBeVisible()
    await expect(page.getByRole('button', { name: w.restore })).toBeVisible()
    await request.delete(`/backend/product/${inTheWay}`, { headers })
  })

  test(`a duplicate version of a product is refused on its field (${locale})`, async ({ page, request, expectComplaint }) => {
    expectComplaint('403')
    const { file } = firmwareFile(1000)
    await publish(request, `6.${locale}`, file)
    await signIn(page, 'admin')
    await readIn(page, locale)
    await page.goto('/firmware/create')
    await page.getByLabel(w.version, { exact: true }).fill(`6.${locale.toUpperCase()}`)
    await page.getByRole('textbox', { name: w.language }).fill('english')
    await page.getByLabel(w.file).setInputFiles({ name: 'WS6.bin', mimeType: 'application/octet-stream', buffer: Buffer.from(file) })
    await page.getByRole('combobox', { name: w.products }).click()
    await page.getByRole('option', { name: 'WS6 Master' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w.save }).click()
    await expect(page.getByText(w.versionTaken)).toBeVisible()
    await expect(page.getByLabel(w.version, { exact: true })).toBeFocused()
    await page.getByLabel(w.version, { exact: true }).fill(`6.${locale}.1`)
    await page.getByRole('button', { name: w.save }).click()
    await expect(page).toHaveURL(/\/firmware\/show\/\d+$/)
  })
}

test.describe('a clash in old data', () => {
  let twin = 0
  let sameVersion: number[] = []

  test.beforeAll(async ({ server }) => {
    await server.stop()
    const { db, close } = await connectDatabase({ dataDir: server.dataDir })
    const [added] = await db.insert(products).values({ name: 'WS6 Twin', typeName: 'WS6', typeId: 6 }).returning()
    twin = added?.id ?? 0
    const ofWs6 = await db
      .select({ id: firmwares.id, productId: firmwareProducts.productId, fileId: firmwares.fileId })
      .from(firmwares)
      .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
      .where(eq(firmwares.versionName, '5.2'))
    const [first] = ofWs6
    if (first === undefined) throw new Error('the demo has no firmware 5.2')
    const [original] = await db.select().from(firmwares).where(eq(firmwares.id, first.id))
    if (original === undefined) throw new Error('the demo has no firmware 5.2')
    const { id: _, ...copy } = original
    const [copied] = await db
      .insert(firmwares)
      .values({ ...copy, versionName: `${copy.versionName} ` })
      .returning()
    sameVersion = [original.id, copied?.id ?? 0]
    await db.insert(firmwareProducts).values({ firmwareId: copied?.id ?? 0, productId: first.productId })
    await close()
    await server.start()
  })

  test('is reported to the operator at start', async ({ server }) => {
    const lines = server.output().split('\n')
    const aboutTypes = lines.find((line) => line.startsWith('Products share a type number'))
    expect(aboutTypes).toContain(`WS6 Twin (id ${twin})`)
    expect(aboutTypes).toContain('/product/index')
    const aboutVersions = lines.find((line) => line.startsWith('Active firmwares of a product share'))
    for (const id of sameVersion) expect(aboutVersions).toContain(`(id ${id})`)
    expect(aboutVersions).toContain('/firmware/index')
  })

  for (const [locale, colorScheme] of [
    ['en', 'light'],
    ['fr', 'dark'],
  ] as const) {
    const w = words[locale]

    test(`is shown to administrators and the back office, with links to the records (${locale}, ${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await signIn(page, locale === 'en' ? 'admin' : 'backoffice')
      await readIn(page, locale)
      for (const path of ['/', '/product/index', `/product/show/${twin}`, '/product/show/2']) {
        await page.goto(path)
        await expect(notice(page, w.shared)).toContainText(w.typeSix)
      }
      for (const path of ['/', '/firmware/index', `/firmware/show/${sameVersion[0]}`]) {
        await page.goto(path)
        await expect(notice(page, w.same)).toContainText('WS6 Master')
        await expect(notice(page, w.same).getByRole('link')).toHaveCount(path.includes('show') ? 1 : 2)
      }
      // Only on the screens of the records concerned.
      await page.goto('/product/show/1')
      await expect(page.getByRole('definition').first()).toBeVisible()
      await page.goto('/product/index')
      await expect(notice(page, w.shared)).toBeVisible()
      await expect(page.getByText(w.same)).toHaveCount(0)
      await notice(page, w.shared).getByRole('link', { name: 'WS6 Twin' }).click()
      await expect(page).toHaveURL(new RegExp(`/product/show/${twin}$`))
    })

    test(`is shown without axe findings (${locale}, ${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await signIn(page, 'admin')
      await readIn(page, locale)
      for (const path of ['/', `/firmware/show/${sameVersion[0]}`]) {
        await page.goto(path)
        await expect(notice(page, w.same)).toBeVisible()
        const { violations } = await axe(page).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
    })

    test(`leaves a detector without firmware to install, like an unknown model (${locale}, ${colorScheme})`, async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint('404')
      await page.emulateMedia({ colorScheme })
      await signIn(page, 'customer')
      await readIn(page, locale)
      await page.goto('/productUpdate/index?device=simulated')
      await expect(page.getByRole('main').getByText(w.unknown)).toBeVisible()
      await expect(page.getByRole('button', { name: w.update, exact: true })).toHaveCount(0)
      // Nor a cached firmware.
      await expect(page.getByLabel(w.toInstall)).toHaveCount(0)
    })
  }

  test('is not shown to marketing, who cannot fix it', async ({ page }) => {
    await signIn(page, 'marketing')
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Update a detector' })).toBeVisible()
    expect(asked.filter((url) => url.includes('/catalogue/'))).toEqual([])
  })

  test('disappears once it is fixed, and the product can be edited meanwhile', async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto(`/product/edit/${twin}`)
    await page.getByLabel('Type name').fill('WS6 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product modified')).toBeVisible()
    await expect(notice(page, words.en.shared)).toBeVisible()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Type number').fill('71')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('definition').filter({ hasText: '71' })).toBeVisible()
    await expect(page.getByText(words.en.shared)).toHaveCount(0)
  })
})
