/** Records that the fake API may answer with, as the contract has them. */
import type { ShownBetaGroup } from '../../src/contract/betaGroup.ts'
import type { ShownFirmware } from '../../src/contract/firmware.ts'
import type { NewsRow, ShownNews } from '../../src/contract/news.ts'
import type { ReleasePlan, ShownRelease } from '../../src/contract/shownRelease.ts'
import { noRequirements } from '../../src/contract/requirements.ts'
import type { ProductRow, ShownProduct } from '../../src/contract/product.ts'
import type { PublishedArticle, PublishedRow } from '../../src/contract/publishedNews.ts'
import type { ShownUser, UserRow } from '../../src/contract/userStaff.ts'

const stored = { isDeleted: false, version: 1, restorableUntil: null } as const
const noPurchase = {
  purchaseDate: null,
  purchaseProof: null,
  proofCheck: null,
  startWarrantyExtension: null,
  endWarrantyExtension: null,
} as const

type ShownDetector = ShownUser['userProducts'][number]
type ShownCoil = ShownUser['accessories'][number]

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
    releaseId: 9,
    state: 'released',
    nbProductUpdates: 12,
    nbSuccesses: 11,
    changeLog: '## New\n\n- **Louder** in the rain',
    firmwareFile: { id: 5, filename: 'WS6_5.2.bin', sizeBytes: 262_160, sha256: 'a'.repeat(64) },
    betaGroups: [],
    ...others,
  }
}

export function shownRelease(others: Partial<ShownRelease> = {}): ShownRelease {
  return {
    id: 9,
    fingerprint: 'f'.repeat(64),
    versionName: '5.2',
    state: 'released',
    reach: 'released',
    offeredAt: '2026-03-04T10:00:00.000Z',
    withdrawnAt: null,
    products: [{ id: 2, tostring: 'WS6 Master' }],
    betaGroups: [],
    images: [releaseImage()],
    audience: { customers: 412, detectors: 430, withoutFirmware: 12 },
    approvals: [],
    approvalsNeeded: 0,
    isApproved: true,
    steps: ['beta', 'halt', 'withdraw'],
    requirements: { ...noRequirements, hardwareVersions: [] },
    holds: [],
    hardware: [{ version: 3, detectors: 430 }],
    olderVersions: ['5.1', '5.0'],
    scheduled: null,
    plan: null,
    haltedFor: null,
    portalFault: null,
    signature: null,
    recall: null,
    proof: { mode: 'warn', flashed: [], missing: [], exception: null },
    ...others,
  }
}

export function releaseImage(others: Partial<ShownRelease['images'][number]> = {}): ShownRelease['images'][number] {
  const file = { filename: 'WS6_5.2.bin', sizeBytes: 262_160, sha256: 'a'.repeat(64) }
  return { id: 14, language: 'English', ...file, isDeleted: false, nbProductUpdates: 12, ...others }
}

export function shownHold(others: Partial<ShownRelease['holds'][number]> = {}): ShownRelease['holds'][number] {
  const reason = { en: 'The restart fails; we are working on it.', fr: 'Le redémarrage échoue\u00A0; nous y travaillons.' }
  return { id: 1, hardwareVersions: [3], reason, since: '2026-03-12T10:00:00.000Z', ...others }
}

/** Of a staged release, at its second step. */
export function shownPlan(others: Partial<ReleasePlan> = {}): ReleasePlan {
  const next = { share: 0.3, outcomes: 38, notBefore: null }
  return { share: 0.1, since: '2025-11-24T10:00:00.000Z', shares: [0.02, 0.1, 0.3, 1], next, pause: null, ...others }
}

export function shownBetaGroup(others: Partial<ShownBetaGroup> = {}): ShownBetaGroup {
  const name = 'WS6 field testers'
  return { ...stored, id: 3, tostring: name, name, nbUsers: 0, nbFirmwares: 0, firmwares: [], users: [], ...others }
}

export function userRow(id: number, others: Partial<UserRow> = {}): UserRow {
  return {
    id,
    firstname: `First${id}`,
    lastname: `Last${id}`,
    username: `user${id}@example.com`,
    phoneNumber: '+33 6 39 98 00 01',
    phoneInternational: '+33 6 39 98 00 01',
    country: 'FR',
    subscriptionName: null,
    nbProductUpdates: 3,
    accountLocked: false,
    accountValidated: true,
    isBetaTester: false,
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
    phoneInternational: '+33 6 39 98 00 04',
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
    secondFactors: 0,
    firstLaunch: null,
    lastLaunch: null,
    lastSync: null,
    diskUsage: null,
    freeTrialEndDate: null,
    deletionAt: null,
    deletionHasBegun: false,
    subscriptionName: null,
    subscriptionStart: null,
    subscriptionEnd: null,
    subscriptions: [],
    mayRenew: true,
    userProducts: [shownDetector()],
    accessories: [shownCoil()],
    productUpdates: [
      {
        id: 1,
        date: '2026-03-05T09:00:00.000Z',
        userProductId: 1,
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

export function shownDetector(others: Partial<ShownDetector> = {}): ShownDetector {
  return {
    ...noPurchase,
    id: 1,
    productName: 'WS6 Master',
    typeName: 'WS6',
    serialNumberFormatted: '0A 1B 2C 3D 4E',
    since: '2025-05-01T09:00:00.000Z',
    firmwareState: 'installed',
    openUpdate: null,
    versionName: '5.2',
    availableVersion: null,
    electronicBoardSerial: null,
    startWarranty: null,
    endWarranty: null,
    ...others,
  }
}

export function shownCoil(others: Partial<ShownCoil> = {}): ShownCoil {
  return {
    ...noPurchase,
    id: 1,
    name: '11 A0 00 01',
    serialNumberFormatted: '11 A0 00 01',
    userProductId: 1,
    coilSerial: null,
    code: null,
    codeUsedAt: null,
    ...others,
  }
}

/** No byte value is more frequent than others, as in a program. */
export const program = Uint8Array.from({ length: 1_016 }, (_, index) => (index * 37) % 256)

/** One grey pixel. */
export const grayPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

export function newsRow(id: number, title: string, others: Partial<NewsRow> = {}): NewsRow {
  const dates = { lastModifDate: '2026-11-20T09:30:00.000Z', publishedAt: null, publishAt: null }
  return { id, title, status: false, ...dates, thumbnail: grayPng, isDeleted: false, ...others }
}

export function publishedRow(id: number, others: Partial<PublishedRow> = {}): PublishedRow {
  return { id, title: `Article ${id}`, publishedAt: '2026-11-20T09:30:00.000Z', isRead: false, thumbnail: grayPng, ...others }
}

export function publishedArticle(others: Partial<PublishedArticle> = {}): PublishedArticle {
  const { content, thumbnail, thumbnailType } = shownNews()
  return { ...publishedRow(8, { title: 'Rally in May' }), content, thumbnail, thumbnailType, ...others }
}

export function shownNews(others: Partial<ShownNews> = {}): ShownNews {
  return {
    ...stored,
    id: 8,
    tostring: 'Rally in May',
    title: 'Rally in May',
    status: false,
    lastModifDate: '2026-11-20T09:30:00.000Z',
    publishedAt: null,
    publishAt: null,
    content: '<h2>When</h2><p>On <strong>two</strong> days.</p>',
    thumbnail: grayPng,
    thumbnailType: 'image/png',
    ...others,
  }
}
