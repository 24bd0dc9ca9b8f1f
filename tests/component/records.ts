/** Records that the fake API may answer with, as the contract has them. */
import type { ShownFirmware } from '../../src/contract/firmware.ts'
import type { ProductRow, ShownProduct } from '../../src/contract/product.ts'
import type { ShownUser, UserRow } from '../../src/contract/userStaff.ts'

const stored = { isDeleted: false, version: 1, restorableUntil: null } as const

export function productRow(id: number, name: string, others: Partial<ProductRow> = {}): ProductRow {
  return { id, name, typeName: name.split('-')[0] ?? name, lastFirmwareVersion: '5.2', nbUsers: id * 10, isDeleted: false, ...others }
}

export const productRows: readonly ProductRow[] = [
  productRow(1, 'Teleco'),
  productRow(2, 'WS6 Master', { nbUsers: 312 }),
  productRow(3, 'WSAII'),
  productRow(4, 'WSAII-XL', { lastFirmwareVersion: null }),
]

export function shownProduct(others: Partial<ShownProduct> = {}): ShownProduct {
  return { ...stored, id: 3, tostring: 'WSAII', name: 'WSAII', typeName: 'WSAII', typeId: 7, firmwares: [], ...others }
}

export function shownFirmware(others: Partial<ShownFirmware> = {}): ShownFirmware {
  return {
    ...stored,
    id: 14,
    tostring: '5.2 (English)',
    versionName: '5.2',
    products: [{ id: 2, tostring: 'WS6 Master' }],
    releaseDate: '2026-03-04T10:00:00.000Z',
    language: 'English',
    isBetaTest: false,
    isActive: true,
    nbProductUpdates: 12,
    nbSuccesses: 11,
    changeLog: '## New\n\n- **Louder** in the rain',
    firmwareFile: { id: 5, filename: 'WS6_5.2.bin', sizeBytes: 262_160, sha256: 'a'.repeat(64) },
    betaGroups: [],
    ...others,
  }
}

export function userRow(id: number, others: Partial<UserRow> = {}): UserRow {
  return {
    id,
    firstname: `First${id}`,
    lastname: `Last${id}`,
    username: `user${id}@example.com`,
    phoneNumber: '+33 6 39 98 00 01',
    country: 'FR',
    subscriptionName: null,
    nbProductUpdates: 3,
    isDeleted: false,
    mayEdit: true,
    mayRemove: true,
    ...others,
  }
}

export function shownUser(others: Partial<ShownUser> = {}): ShownUser {
  return {
    ...stored,
    id: 4,
    tostring: 'Marc Delaunay',
    firstname: 'Marc',
    lastname: 'Delaunay',
    username: 'customer@example.com',
    phonePrefix: '+33',
    phoneNumber: '6 39 98 00 04',
    country: 'FR',
    distributor: null,
    mayEdit: true,
    mayRemove: true,
    pendingUsername: null,
    role: 'ROLE_CUSTOMER',
    origin: 'register',
    since: '2025-04-01T09:00:00.000Z',
    isNewsletter: true,
    isBetaTester: false,
    betaGroups: [],
    accountValidated: true,
    accountLocked: false,
    firstLaunch: null,
    lastLaunch: null,
    lastSync: null,
    diskUsage: null,
    freeTrialEndDate: null,
    subscriptionName: null,
    subscriptionStart: null,
    subscriptionEnd: null,
    mayRenew: true,
    userProducts: [
      {
        id: 1,
        productName: 'WS6 Master',
        serialNumberFormatted: '0A 1B 2C 3D 4E',
        since: '2025-05-01T09:00:00.000Z',
        firmwareState: 'installed',
        versionName: '5.2',
      },
    ],
    accessories: [{ id: 1, name: '11 A0 00 01', serialNumberFormatted: '11 A0 00 01' }],
    productUpdates: [
      {
        id: 1,
        date: '2026-03-05T09:00:00.000Z',
        productName: 'WS6 Master',
        versionName: '5.2',
        success: true,
        errorType: null,
        firmwareAfter: null,
      },
    ],
    ...others,
  }
}
