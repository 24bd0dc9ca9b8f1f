/** Clashes among products and firmwares that are older than their check, from the server's start until they are fixed. */
import { eq } from 'drizzle-orm'
import { connectDatabase } from '../../src/server/db/connect.ts'
import { firmwareProducts, firmwares, products } from '../../src/server/db/tables.ts'
import { expect, signIn, test } from './portal.ts'

const shared = 'Products share a type number'

test.describe('a clash in old data', () => {
  let twin = 0
  let sameVersion: number[] = []

  test.beforeAll(async ({ server }) => {
    await server.stop()
    const { db, close } = await connectDatabase(server)
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

  test('disappears once it is fixed, and the product can be edited meanwhile', async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto(`/product/edit/${twin}`)
    await page.getByLabel('Type name').fill('WS6 2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product modified')).toBeVisible()
    await expect(page.getByRole('main').getByText(shared, { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Type number').fill('71')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('definition').filter({ hasText: '71' })).toBeVisible()
    await expect(page.getByText(shared)).toHaveCount(0)
  })
})
