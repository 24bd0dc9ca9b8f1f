/** Clashes among products and firmwares that are older than their check, from the server's start until they are fixed. */
import { eq } from 'drizzle-orm'
import type { Database } from '../../src/server/db/connect.ts'
import { firmwareProducts, firmwares, products } from '../../src/server/db/tables.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { expect, signIn, test } from './portal.ts'

const shared = 'Products share a type number'

/** A product with the type number of another, and a firmware with the version of another. */
async function addClashes(db: Database) {
  const [twin] = await db.insert(products).values({ name: 'WS6 Twin', typeName: 'WS6', typeId: 6 }).returning()
  const [found] = await db
    .select({ firmware: firmwares, productId: firmwareProducts.productId })
    .from(firmwares)
    .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
    .where(eq(firmwares.versionName, '5.2'))
  if (twin === undefined || found === undefined) throw new Error('the demo has no firmware 5.2')
  const { id, ...original } = found.firmware
  const [copied] = await db
    .insert(firmwares)
    .values({ ...original, versionName: `${original.versionName} ` })
    .returning()
  const copiedId = copied?.id ?? 0
  await db.insert(firmwareProducts).values({ firmwareId: copiedId, productId: found.productId })
  return { twin: twin.id, sameVersion: [id, copiedId] }
}

test('a clash in old data is reported at start and disappears once it is fixed, and the product can be edited meanwhile', async ({
  page,
  server,
}) => {
  await server.stop()
  const { twin, sameVersion } = await inDatabase(server, addClashes)
  await server.start()
  // It may answer before it has printed all.
  const lineOf = (beginning: string) =>
    expect.poll(
      () =>
        server
          .output()
          .split('\n')
          .find((line) => line.startsWith(beginning)) ?? '',
    )
  await lineOf(shared).toMatch(new RegExp(`WS6 Twin \\(id ${twin}\\).*/product/index`))
  await lineOf('Active firmwares of a product share').toContain('/firmware/index')
  for (const id of sameVersion) await lineOf('Active firmwares of a product share').toContain(`(id ${id})`)

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
