// @module-tag rest
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, desc, eq, gt, isNotNull, isNull, lt, or, not } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firmwareTrailerBytes } from '../../src/contract/rules.ts'
import { noFaults } from '../../src/device/simulator/simulatorFaults.ts'
import { flagColumns } from '../../src/server/entities/storedStates.ts'
import { findClashes } from '../../src/server/entities/catalogue.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import * as tables from '../../src/server/db/tables.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { demoAccounts } from '../../src/server/demo/content/demoAccounts.ts'
import { verifyPassword } from '../../src/server/auth/passwords/passwords.ts'
import { checkContact } from '../../src/server/messages/phone.ts'
import { openFolderStorage, type Storage } from '../../src/server/files/storage.ts'
import { startApiServer } from '../support/apiServer.ts'
import { onPostgres } from '../support/databases.ts'

const {
  accessories,
  betaGroupUsers,
  detectorStates,
  files,
  firmwareBetaGroups,
  firmwareProducts,
  firmwares,
  products,
  productUpdates,
  releases,
  userProducts,
  users,
} = tables
const now = new Date('2026-11-21T10:00:00.000Z')
const kibibyte = 1024

onPostgres(({ open }) => {
  let db: Database
  let storage: Storage
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fieldport-demo-'))
    storage = openFolderStorage(folder)
    db = await open()
    // As two servers of one PostgreSQL do when they start together.
    await Promise.all([seedDemo(db, storage, now), seedDemo(db, storage, now)])
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const owned = (username: string) =>
    db
      .select({ detector: userProducts })
      .from(userProducts)
      .innerJoin(users, eq(users.id, userProducts.userId))
      .where(eq(users.username, username))

  it('opens every demo account to the demo password', async () => {
    const found = await db
      .select()
      .from(users)
      .where(or(...demoAccounts.map(({ username }) => eq(users.username, username))))
    expect(found.map(({ username, role }) => [username, role] as const).toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
      ['admin@example.com', 'ROLE_ADMIN'],
      ['backoffice@example.com', 'ROLE_BE'],
      ['beta@example.com', 'ROLE_CUSTOMER'],
      ['customer@example.com', 'ROLE_CUSTOMER'],
      ['marketing@example.com', 'ROLE_MARKETTING'],
      ['newcustomer@example.com', 'ROLE_CUSTOMER'],
      ['sms@example.com', 'ROLE_CUSTOMER'],
    ])
    expect(found.every(({ accountValidated, accountLocked }) => accountValidated && !accountLocked)).toBe(true)
    expect(found.filter(({ needsSmsCode }) => needsSmsCode).map(({ username }) => username)).toEqual(['sms@example.com'])
    const hashes = [...new Set(found.map(({ passwordHash }) => passwordHash))]
    await expect(Promise.all(hashes.map((hash) => verifyPassword(hash, demoPassword)))).resolves.toEqual(hashes.map(() => true))
  })

  it('gives the customer the detector that the simulator plays, with its coils and past updates, and the new customer nothing', async () => {
    const [mine] = await owned('customer@example.com')
    const { serialNumber, productTypeId, materialVersion } = noFaults
    expect(mine?.detector).toMatchObject({ serialNumber, productTypeId, materialVersion })
    const id = mine?.detector.id ?? 0
    const coils = await db.select().from(accessories).where(eq(accessories.userProductId, id))
    expect(coils).toHaveLength(2)
    for (const { serialNumber: coilSerial, accessoryTypeId } of coils) {
      expect(noFaults.accessories).toContainEqual({ serialNumber: coilSerial, accessoryTypeId })
    }
    const past = await db.select().from(productUpdates).where(eq(productUpdates.userProductId, id)).orderBy(desc(productUpdates.date))
    expect(past.map(({ success }) => success)).toEqual([true, true, false])

    await expect(owned('newcustomer@example.com')).resolves.toEqual([])
  })

  it('has a firmware newer than the customer’s, a beta one for the tester’s group, and one that was withdrawn', async () => {
    const offered = await db
      .select({ versionName: firmwares.versionName, reach: releases.reach })
      .from(firmwares)
      .innerJoin(releases, eq(releases.id, firmwares.releaseId))
      .innerJoin(firmwareProducts, eq(firmwareProducts.firmwareId, firmwares.id))
      .innerJoin(products, eq(products.id, firmwareProducts.productId))
      .where(and(eq(products.typeId, noFaults.productTypeId), eq(firmwares.language, 'English')))
      .orderBy(desc(firmwares.releaseDate))
    expect(offered).toEqual([
      { versionName: '5.3-beta1', reach: 'beta' },
      { versionName: '5.2', reach: 'released' },
      { versionName: '5.1', reach: 'released' },
    ])
    const testers = await db
      .selectDistinct({ username: users.username, isBetaTester: users.isBetaTester })
      .from(firmwareBetaGroups)
      .innerJoin(betaGroupUsers, eq(betaGroupUsers.betaGroupId, firmwareBetaGroups.betaGroupId))
      .innerJoin(users, eq(users.id, betaGroupUsers.userId))
    expect(testers).toEqual([{ username: 'beta@example.com', isBetaTester: true }])
    await expect(db.$count(firmwares, not(flagColumns.isActive))).resolves.toBe(1)
    const ended = await db
      .selectDistinct({ versionName: firmwares.versionName, state: releases.state })
      .from(firmwares)
      .innerJoin(releases, eq(releases.id, firmwares.releaseId))
      .where(and(isNotNull(releases.offeredAt), isNotNull(releases.withdrawnAt)))
    expect(ended).toEqual([{ versionName: '3.0', state: 'withdrawn' }])
    await expect(db.$count(releases, isNull(releases.offeredAt))).resolves.toBe(0)
    await expect(findClashes(db)).resolves.toEqual({ typeIds: [], versions: [] })
  })

  it('offers firmwares of three languages with a change log each, and images of real sizes that are what their checksum says', async () => {
    const rows = await db.select().from(firmwares).innerJoin(files, eq(files.id, firmwares.fileId))
    expect(rows.length).toBeGreaterThanOrEqual(12)
    expect([...new Set(rows.map((row) => row.firmwares.language))].toSorted()).toEqual(['Deutsch', 'English', 'Français'])
    expect(new Set(rows.map((row) => row.files.sha256)).size).toBe(rows.length)
    for (const { firmwares: firmware, files: file } of rows) {
      expect(firmware.changeLog?.length).toBeGreaterThan(100)
      const imageBytes = file.sizeBytes - firmwareTrailerBytes
      expect(imageBytes).toBeGreaterThanOrEqual(100 * kibibyte)
      expect(imageBytes).toBeLessThanOrEqual(512 * kibibyte)
      const stored = await new Response(await storage.open(file.sha256)).bytes()
      await expect(storage.put(stored)).resolves.toEqual({ sha256: file.sha256, sizeBytes: file.sizeBytes })
    }
  })

  it('tells two years of a few hundred customers, none of it before its release or after today', async () => {
    const [people, detectors, updates, succeeded] = await Promise.all([
      db.$count(users),
      db.$count(userProducts),
      db.$count(productUpdates),
      db.$count(productUpdates, eq(productUpdates.success, true)),
    ])
    expect(people).toBe(387)
    expect(detectors).toBeGreaterThan(300)
    expect(updates).toBeGreaterThan(800)
    expect(succeeded / updates).toBeGreaterThan(0.85)
    expect(succeeded / updates).toBeLessThan(0.99)

    expect(await db.$count(detectorStates, eq(detectorStates.state, 'none'))).toBeGreaterThan(0)
    expect(await db.$count(detectorStates, eq(detectorStates.state, 'none'))).toBeLessThan(15)

    const [oldest] = await db.select({ date: productUpdates.date }).from(productUpdates).orderBy(productUpdates.date).limit(1)
    expect(oldest?.date.toISOString() ?? '').toMatch(/^2024-12/)
    const impossible = await db
      .select()
      .from(productUpdates)
      .innerJoin(firmwares, eq(firmwares.id, productUpdates.firmwareId))
      .innerJoin(userProducts, eq(userProducts.id, productUpdates.userProductId))
      .where(
        or(
          gt(productUpdates.reportedAt, now),
          lt(productUpdates.date, firmwares.releaseDate),
          lt(productUpdates.date, userProducts.createdAt),
        ),
      )
    expect(impossible).toEqual([])
  })

  it('gives everybody a telephone number and a country with which their profile can be saved', async () => {
    const people = await db.select().from(users)
    const refused = people.filter((person) => {
      try {
        return checkContact(person)
      } catch {
        return true
      }
    })
    expect(refused.map(({ username, phonePrefix, phoneNumber }) => `${username} ${phonePrefix} ${phoneNumber}`)).toEqual([])
  })

  it('tells strangers the demo’s accounts and password, and where the same database is no longer a demo, nothing of them', async () => {
    for (const [environment, count] of [[{}, 7] as const, [{ NODE_ENV: 'production' }, 0] as const]) {
      const server = await startApiServer(db, environment)
      const { demoAccounts: told } = await server.client().configuration.get()
      expect(told).toHaveLength(count)
      expect(told.filter((account) => account.password !== demoPassword)).toEqual([])
      await server.dispose()
    }
  })

  it('leaves a database that has users as it is', async () => {
    const before = await db.$count(tables.news)
    await seedDemo(db, storage, now)
    await expect(db.$count(users)).resolves.toBe(387)
    await expect(db.$count(tables.news)).resolves.toBe(before)
  })
})
