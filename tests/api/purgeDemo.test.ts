// @module-tag rest
/** The command that makes a demo's database a real one's, and what the other commands say until then. */
import { beforeEach, expect, it } from 'vitest'
import { products, userProducts, users } from '../../src/server/db/tables.ts'
import { onEmbedded, type Place } from '../support/databases.ts'
import { seedPlace } from '../support/demo.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { runCommand } from '../support/scripts.ts'

onEmbedded('connections', ({ createPlace }) => {
  let place: Place

  beforeEach(async () => {
    place = await createPlace()
    await seedPlace(place)
  })

  const run = (command: 'purgeDemo' | 'createAdmin' | 'seed', ...parts: string[]) => runCommand(command, parts, place.environment)

  it('shows first what it would remove, removes it when that is confirmed, and then finds nothing', async () => {
    const dryRun = await run('purgeDemo')
    const summary = /^Demo data in this database: accounts 387, firmwares 15, products 4, .* files 23, .*\.\n/
    expect(dryRun).toEqual({ out: expect.stringMatching(summary), complaint: '', code: 0 })
    expect(dryRun.out).toMatch(/^Nothing was removed yet\. .*npm run purge-demo -- --yes$/m)

    const done = await run('purgeDemo', '--yes')
    expect(done).toEqual({ out: expect.stringMatching(summary), complaint: '', code: 0 })
    expect(done.out).toMatch(/^All of it was removed\./m)
    const again = await run('purgeDemo')
    expect(again).toEqual({ out: 'There is no demo data in this database.\n', complaint: '', code: 0 })
  })

  it('removes nothing, confirmed or not, while real records hang on the demo’s, and lists them', async () => {
    await inDatabase(place, async (db) => {
      const about = { passwordHash: 'none', firstname: 'Ann', lastname: 'Owner', phonePrefix: '', phoneNumber: '', country: '' }
      const [ann] = await db
        .insert(users)
        .values({ ...about, username: 'ann@maker.example' })
        .returning()
      const [product] = await db.select().from(products).orderBy(products.id).limit(1)
      const told = { serialNumber: 'ABCDEF0123', materialVersion: 1, protocolVersion: 2, productTypeId: 1 }
      await db.insert(userProducts).values({ ...told, userId: ann?.id ?? 0, productId: product?.id ?? 0 })
    })
    for (const parts of [[], ['--yes']]) {
      const refused = await run('purgeDemo', ...parts)
      expect(refused).toMatchObject({
        complaint:
          'Nothing was removed, because real records hang on demo data:\n  The detector ABCDEF0123 of ann@maker.example is a demo product, Teleco R2.\n',
        code: 1,
      })
    }
    expect(await inDatabase(place, (db) => db.$count(users))).toBe(388)
  })

  it('lets no administrator in and no more customers beside the demo’s accounts', async () => {
    const admin = await run('createAdmin', 'boss@maker.example')
    expect(admin).toEqual({
      out: '',
      complaint: expect.stringMatching(/^This database holds demo data, .*npm run purge-demo.*\n$/),
      code: 1,
    })
    const seeded = await run('seed', '--users', '1')
    expect(seeded).toEqual({ out: '', complaint: expect.stringMatching(/^Nothing was added: .*NODE_ENV is production.*\n$/), code: 1 })
    expect(await inDatabase(place, (db) => db.$count(users))).toBe(387)
  })
})
