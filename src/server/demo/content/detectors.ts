/** Detectors and coils of the demo's customers. */
import { coilTypeId } from '../../../contract/accessory.ts'
import { freeWarranty } from '../../../contract/warranty.ts'
import type { accessories, userProducts } from '../../db/tables.ts'
import { formatSerialNumber } from '../../records/formatSerialNumber.ts'
import { addDays, startOfDay } from './days.ts'
import type { DemoCatalogue } from './insertReleases.ts'
import type { SeededRandom } from './seededRandom.ts'

type NewUserProduct = typeof userProducts.$inferInsert
type NewAccessory = typeof accessories.$inferInsert
type Owner = { readonly id: number; readonly since: Date }

/** Repeated numbers weight the choice by sales. */
const soldTypeIds = [6, 6, 6, 6, 7, 7, 8, 8, 1] as const

/** What the simulated detector reports about itself and its coils, so that connecting it finds these rows; and its board's serial number. */
export const simulatedDetector = {
  electronicBoardSerial: 'EB6-240913-0187',
  serialNumber: '0A1B2C3D4E',
  productTypeId: 6,
  materialVersion: 3,
  protocolVersion: 2,
  coils: ['C011A00001', 'C011A00002'],
} as const

/** One detector each; every eighth customer has two, every tenth none. */
export function demoDetectors(random: SeededRandom, owner: Owner, catalogue: DemoCatalogue, now: Date): NewUserProduct[] {
  const count = random.chance(0.1) ? 0 : random.chance(0.125) ? 2 : 1
  return Array.from({ length: count }, () => {
    const productTypeId = random.pick(soldTypeIds)
    const reported = { productTypeId, materialVersion: random.integer(1, 4), protocolVersion: 2, serialNumber: random.hex(10) }
    return detector(owner, reported, catalogue, earlier(addDays(owner.since, random.integer(0, 40)), now))
  })
}

export function detector(
  owner: Owner,
  reported: Pick<NewUserProduct, 'productTypeId' | 'materialVersion' | 'protocolVersion' | 'serialNumber'>,
  catalogue: DemoCatalogue,
  createdAt: Date,
): NewUserProduct {
  const product = catalogue.products.find(({ typeId }) => typeId === reported.productTypeId)
  if (product === undefined) throw new Error(`no demo product has the type ${reported.productTypeId}`)
  const purchaseDate = startOfDay(addDays(createdAt, -6))
  const { productTypeId, materialVersion, protocolVersion, serialNumber } = reported
  return {
    userId: owner.id,
    productId: product.id,
    productTypeId,
    materialVersion,
    protocolVersion,
    serialNumber,
    createdAt,
    purchaseDate,
    startWarranty: purchaseDate,
    endWarranty: new Date(freeWarranty(purchaseDate.toISOString()).end),
  }
}

export function demoCoils(random: SeededRandom, of: { id: number; userId: number; createdAt: Date }): NewAccessory[] {
  return Array.from({ length: random.chance(0.3) ? 2 : 1 }, () => coil(of, random.hex(10), random.chance(0.5)))
}

/** A coil counts as registered if its owner has entered its serial number and purchase date. */
export function coil(of: { id: number; userId: number; createdAt: Date }, serialNumber: string, isRegistered: boolean): NewAccessory {
  return {
    userId: of.userId,
    userProductId: of.id,
    name: formatSerialNumber(serialNumber),
    serialNumber,
    accessoryTypeId: coilTypeId,
    createdAt: of.createdAt,
    ...(isRegistered ? { coilSerial: serialNumber.slice(2), purchaseDate: startOfDay(addDays(of.createdAt, -6)) } : {}),
  }
}

/** Registered by hand, for a detector that its owner no longer has. */
export function oldCoil(owner: { id: number }, now: Date): NewAccessory {
  const serialNumber = 'HF9K20417'
  const purchaseDate = startOfDay(addDays(now, -2300))
  const named = { name: serialNumber, serialNumber, coilSerial: serialNumber, accessoryTypeId: coilTypeId }
  return { ...named, userId: owner.id, createdAt: addDays(purchaseDate, 3), purchaseDate }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
