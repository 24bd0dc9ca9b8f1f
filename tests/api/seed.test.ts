// @module-tag rest
import { count, countDistinct, max, min } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seedMany } from '../../src/server/demo/seedMany.ts'
import { productUpdates, userProducts, users } from '../../src/server/db/tables.ts'
import { serverOnPostgres } from '../support/servers.ts'

const people = 3_000
const now = new Date('2026-11-21T10:00:00.000Z')
const dayMs = 86_400_000

serverOnPostgres((server) => {
  it('makes a maker’s worth of data: 1.2 detectors a customer and five updates over two years', async () => {
    const { db, storage } = server.context
    await seedMany(db, storage, people, () => undefined, now)
    const [made] = await db.select({ users: count(), names: countDistinct(users.lastname) }).from(users)
    expect(made?.users).toBe(people)
    expect(made?.names).toBeGreaterThan(50)
    const [detectors] = await db.select({ all: count(), owners: countDistinct(userProducts.userId) }).from(userProducts)
    expect(detectors?.owners).toBe(people)
    expect(Number(detectors?.all) / people).toBeGreaterThan(1.15)
    expect(Number(detectors?.all) / people).toBeLessThan(1.25)
    const [updates] = await db
      .select({ all: count(), first: min(productUpdates.date), last: max(productUpdates.date) })
      .from(productUpdates)
    expect(Number(updates?.all) / people).toBeGreaterThan(4.7)
    expect(Number(updates?.all) / people).toBeLessThan(5.3)
    expect((now.getTime() - Number(updates?.first)) / dayMs).toBeGreaterThan(700)
    expect((now.getTime() - Number(updates?.first)) / dayMs).toBeLessThanOrEqual(731)
    expect(updates?.last?.getTime()).toBeLessThanOrEqual(now.getTime())
  })
})
