/** A customer's half of the server in memory: their detectors and coils, firmwares with their files, and the records of updates. */
import type { Accessory } from '../../src/contract/accessory.ts'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { ProductUpdate } from '../../src/contract/productUpdate.ts'
import { firmwareTrailerBytes } from '../../src/contract/rules.ts'
import type { UserProduct } from '../../src/contract/userProduct.ts'
import { AppError } from '../../src/errors.ts'
import type { FakeCalls } from './fakeApi.ts'

export type CustomerWorld = {
  readonly calls: FakeCalls
  readonly detectors: UserProduct[]
  readonly coils: Accessory[]
  /** Newest first. */
  readonly updates: ProductUpdate[]
  /** What is listed for the simulated detector's model, newest first. */
  readonly firmwares: OfferedFirmware[]
  /** Publishes a firmware for the simulated detector's model, newest first; returns its image. */
  readonly publish: (versionName: string, imageLengthBytes: number, others?: Partial<OfferedFirmware>) => Promise<Uint8Array>
  /** Returns the bytes to send for a file; tests replace it to damage downloads. */
  spoil: (file: Uint8Array) => Uint8Array
}

const product = { id: 2, name: 'WS6 Master', typeName: 'WS6' } as const

export function detectorOf(id: number, others: Partial<UserProduct> = {}): UserProduct {
  const serialNumber = others.serialNumber ?? '0A1B2C3D4E'
  const serialNumberFormatted = serialNumber.match(/../g)?.join(' ') ?? ''
  return {
    id,
    product,
    productName: product.name,
    tostring: `${product.name} ${serialNumberFormatted}`,
    serialNumber,
    serialNumberFormatted,
    materialVersion: 3,
    protocolVersion: 1,
    productTypeId: 6,
    currentFirmware: null,
    firmwareState: 'unknown',
    openUpdate: null,
    recall: null,
    lastUpdate: null,
    nickname: null,
    available: null,
    electronicBoardSerial: null,
    purchaseDate: null,
    purchaseProof: null,
    proofCheck: null,
    startWarranty: null,
    endWarranty: null,
    startWarrantyExtension: null,
    endWarrantyExtension: null,
    accessories: [],
    ...others,
  }
}

function pastUpdate(id: number, others: Partial<ProductUpdate> = {}): ProductUpdate {
  return {
    id,
    userProductId: 1,
    firmwareId: 1,
    date: '2026-03-05T09:00:00.000Z',
    success: true,
    errorType: null,
    changelog: null,
    firmwareAfter: null,
    versionName: '5.1',
    productName: product.name,
    serialNumberFormatted: '0A 1B 2C 3D 4E',
    ...others,
  }
}

/** A customer with a past update, so that the tutorial does not open by itself. */
export function createCustomer(): CustomerWorld {
  const firmwares: OfferedFirmware[] = []
  /** A release that ends leaves the list, and its records are still accepted. */
  const published: OfferedFirmware[] = []
  const files = new Map<number, Uint8Array>()
  const world: CustomerWorld = {
    detectors: [],
    coils: [],
    updates: [pastUpdate(1)],
    firmwares,
    spoil: (file) => file,
    async publish(versionName, imageLengthBytes, others = {}) {
      const id = published.length + 1
      const file = Uint8Array.from({ length: imageLengthBytes + firmwareTrailerBytes }, (_, at) => (at * 7 + (at >> 8) + id) % 256)
      files.set(id, file)
      const sha256 = await sha256Of(file)
      const firmware = {
        id,
        versionName,
        language: 'English',
        releaseDate: '2026-03-04T10:00:00.000Z',
        changeLog: null,
        isBetaTest: false,
        firmwareFile: { id, filename: `${versionName}.bin`, sizeBytes: file.length, sha256 },
        ...others,
      }
      firmwares.unshift(firmware)
      published.push(firmware)
      return file.slice(0, imageLengthBytes)
    },
    calls: {
      userProduct: {
        getUserProductsForUser: () => [...world.detectors],
        getOrCreate: ({ body: { serialNumber, productTypeId } }) => {
          const found = world.detectors.find((known) => known.serialNumber === serialNumber)
          const made = found ?? detectorOf(world.detectors.length + 1, { serialNumber, productTypeId })
          if (found === undefined) world.detectors.unshift(made)
          return made
        },
        rename: ({ params: { id }, body: { nickname } }) => {
          change(id, { nickname: nickname || null })
          return world.detectors[indexOf(world.detectors, id)] ?? detectorOf(id)
        },
        confirmWorks: ({ params: { id } }) => {
          change(id, { firmwareState: 'unknown', currentFirmware: null })
          return {}
        },
        delete: ({ params: { id } }) => {
          world.detectors.splice(indexOf(world.detectors, id), 1)
          return {}
        },
      },
      accessory: {
        getUserAccessoriesForUser: () => [...world.coils],
        createOrUpdate: () => [...world.coils],
        delete: ({ params: { id } }) => {
          world.coils.splice(indexOf(world.coils, id), 1)
          return {}
        },
      },
      firmware: { getAllForProductAndUser: () => [...firmwares] },
      file: {
        getSiteUrl: () => ({ siteUrl: '' }),
        getImageAddress: () => ({ url: null }),
        showFileFromWeb: ({ query: { id } }) => new Response(new Blob([new Uint8Array(world.spoil(files.get(id) ?? new Uint8Array()))])),
      },
      productUpdate: {
        getProductUpdatesForUser: () => [...world.updates],
        create: ({ body: { userProductId, firmwareId, isStart, date = '2026-11-21T10:00:00.000Z' } }) => {
          if (isStart === true && firmwares.every(({ id }) => id !== firmwareId)) throw new AppError('release.not.offered.error')
          const id = world.updates.length + 1
          const { versionName } = firmwareOf(firmwareId)
          world.updates.unshift(pastUpdate(id, { userProductId, firmwareId, versionName, date, success: null }))
          return { id }
        },
        report: ({ params: { id }, body: { success, errorType = null, firmwareAfter = null } }) => {
          const at = indexOf(world.updates, id)
          const update = world.updates[at] ?? pastUpdate(id)
          world.updates[at] = { ...update, success: success ?? update.success, errorType, firmwareAfter }
          const { versionName, language } = firmwareOf(update.firmwareId)
          const firmware = { id: update.firmwareId, versionName, language }
          if (success === true) change(update.userProductId, { firmwareState: 'installed', currentFirmware: firmware })
          else if (firmwareAfter === 'none' || firmwareAfter === 'unknown') {
            const lastUpdate = { id, date: update.date, firmware }
            change(update.userProductId, { firmwareState: firmwareAfter, currentFirmware: null, lastUpdate })
          }
          return { id }
        },
      },
    },
  }

  function firmwareOf(id: number): OfferedFirmware {
    const found = published.find((firmware) => firmware.id === id)
    if (found === undefined) throw new AppError('resource.not.found')
    return found
  }
  function change(id: number, changes: Partial<UserProduct>): void {
    const at = indexOf(world.detectors, id)
    world.detectors[at] = { ...(world.detectors[at] ?? detectorOf(id)), ...changes }
  }
  return world
}

function indexOf(list: readonly { readonly id: number }[], id: number): number {
  const at = list.findIndex((one) => one.id === id)
  if (at === -1) throw new AppError('resource.not.found')
  return at
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function publishIn(world: CustomerWorld, versionName: string, release: OfferedFirmware['release']): Promise<void> {
  await world.publish(versionName, 500, release === undefined ? {} : { release })
}

/** Adds a detector with this version. */
export function installIn(world: CustomerWorld, versionName: string): void {
  const currentFirmware = { id: 1, versionName, language: 'English' }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware }))
}
