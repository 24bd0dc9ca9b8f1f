/** Demo data and real data in one database. */
import { join } from 'node:path'
import { readConfig } from '../../src/server/config/readConfig.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import * as tables from '../../src/server/db/tables.ts'
import { seedDemo } from '../../src/server/demo/seedDemo.ts'
import { openFolderStorage } from '../../src/server/files/storage.ts'
import type { ApiServer } from './apiServer.ts'
import { addBetaGroup, addFirmware, addProduct } from './catalogue.ts'
import { addCodes } from './coils.ts'
import type { Place } from './databases.ts'
import { inDatabase } from './inDatabase.ts'

export const production = readConfig({ NODE_ENV: 'production' })

/** Fills an empty place with the demo's rows and files. */
export async function seedPlace(place: Place): Promise<void> {
  await inDatabase(place, (db) => seedDemo(db, openFolderStorage(join(place.dataDir, 'files'))))
}

export async function addDetector(db: Database, userId: number, productId: number): Promise<number> {
  const told = { serialNumber: 'ABCDEF0123', materialVersion: 1, protocolVersion: 2, productTypeId: 6 }
  return single(
    await db
      .insert(tables.userProducts)
      .values({ userId, productId, ...told })
      .returning(),
  ).id
}

/** A maker's own records, none of which has to do with the demo's. */
export async function addRealRecords(server: ApiServer): Promise<void> {
  const { db } = server.context
  const admin = await server.signInAs('ROLE_ADMIN')
  const productId = await addProduct(admin, { name: 'Our own', typeId: 60 })
  const { userId } = await server.join()
  const groupId = await addBetaGroup(server, [userId])
  const firmwareId = await addFirmware(admin, { productIds: [productId], betaGroupIds: [groupId] })
  const userProductId = await addDetector(db, userId, productId)
  await db.insert(tables.productUpdates).values({ userProductId, firmwareId, success: true })
  await addCodes(server, 2)
  await db.insert(tables.news).values({ title: 'Ours', content: '<p>Hello</p>' })
  await db.insert(tables.rallyZones).values({ title: 'Ours' })
}
