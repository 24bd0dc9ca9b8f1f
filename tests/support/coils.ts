/** Coils, purchases of detectors, proofs and warranty codes for tests. */
import { coilTypeId } from '../../src/contract/accessory.ts'
import { single } from '../../src/server/db/single.ts'
import { accessories, userProducts, warrantyCodes } from '../../src/server/db/tables.ts'
import { demoInvoice } from '../../src/server/demo/content/invoice.ts'
import { type ApiServer, bearer, type Client } from './apiServer.ts'

/** White, and just large enough for a proof: 300 pixels wide and high. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAASwAAAEsAQMAAABDsxw2AAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIklEQVRo3u3BMQEAAADCoPVPbQo/oAAAAAAAAAAAAAAAeBkttAAB/+kJawAAAABJRU5ErkJggg==',
  'base64',
)
export const jpeg = Buffer.from(
  '/9j/2wBDAP' +
    '/'.repeat(86) +
    '2wBDAf' +
    '/'.repeat(86) +
    'wAARCAEsASwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AK' +
    'A'.repeat(722) +
    '/9k=',
  'base64',
)
export const pdf = Buffer.from(demoInvoice())
/** Of so many bytes, unlike any other; a picture would lose what follows its end. */
export const documentOf = (sizeBytes = 3_000) => new File([pdf, `%${crypto.randomUUID()}`.padEnd(sizeBytes - pdf.length)], 'invoice.pdf')

let made = 0

/** A serial number that no other test uses. */
export function newSerial(): string {
  made += 1
  return `COIL${made.toString().padStart(6, '0')}`
}

export type NewCoil = {
  coilSerial?: string
  purchaseDate?: string
  accessoryId?: number
  proof?: File | undefined
  idempotencyKey?: string
}

/** By default bought today, with a picture as proof. */
export function register(client: Client, { proof, idempotencyKey, ...coil }: NewCoil = {}) {
  const purchaseProofFile = proof ?? (coil.accessoryId === undefined ? new File([png], 'invoice.png') : undefined)
  return client.accessory.createOrUpdateUserAccessory({
    body: { coilSerial: newSerial(), purchaseDate: '2026-11-21', ...coil, purchaseProofFile },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

/** A coil that its owner has registered, as a row: without a proof, whose picture takes longer than the rest. Returns its id. */
export async function addCoil({ context: { db } }: ApiServer, owner: Client, purchaseDate = '2026-11-21'): Promise<number> {
  const coilSerial = newSerial()
  const about = {
    name: coilSerial,
    serialNumber: coilSerial,
    coilSerial,
    accessoryTypeId: coilTypeId,
    purchaseDate: new Date(purchaseDate),
  }
  const row = { ...about, userId: owner.held.current?.id ?? 0 }
  return single(await db.insert(accessories).values(row).returning({ id: accessories.id })).id
}

/** Makes a detector the client's own; returns its id. Coils' and detectors' serial numbers are unlike each other. */
export async function connectDetector(client: Client, serialNumber = newDetectorSerial(), productTypeId = 6): Promise<number> {
  const { id } = await client.userProduct.getOrCreate({ body: { serialNumber, materialVersion: 1, protocolVersion: 1, productTypeId } })
  return id
}

type NewDetector = { productId: number; productTypeId: number; serialNumber?: string; hardware?: number }

/** A detector that its owner has connected, as a row: the product is known. Returns its id. */
export async function addDetector(
  { context: { db, clock } }: ApiServer,
  owner: Client,
  { serialNumber = newDetectorSerial(), hardware = 3, ...product }: NewDetector,
): Promise<number> {
  const row = { ...product, serialNumber, materialVersion: hardware, protocolVersion: 2, userId: owner.held.current?.id ?? 0 }
  const added = await db
    .insert(userProducts)
    .values({ ...row, createdAt: clock() })
    .returning({ id: userProducts.id })
  return single(added).id
}

/** A serial number that no other test uses. */
export function newDetectorSerial(): string {
  made += 1
  return `DE${made.toString(16).toUpperCase().padStart(8, '0')}`
}

type NewPurchase = { purchaseDate?: string; proof?: File | null; idempotencyKey?: string }

/** By default bought today, with a picture as proof; null for none. */
export function registerPurchase(
  client: Client,
  id: number,
  { purchaseDate = '2026-11-21', proof = new File([png], 'invoice.png'), idempotencyKey }: NewPurchase = {},
) {
  return client.userProduct.registerPurchase({
    params: { id },
    body: { purchaseDate, ...(proof !== null && { purchaseProofFile: proof }) },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
}

/** The stored proof, as its address gives it to a client. */
export function showProof(server: ApiServer, client: Client, fileUrl = ''): Promise<Response> {
  return server.request(fileUrl.replace('/backend', ''), { headers: bearer(client) })
}

/** Unused codes. */
export async function addCodes({ context: { db } }: ApiServer, count = 1): Promise<string[]> {
  const codes = Array.from({ length: count }, () => {
    made += 1
    return `ABCDE${made.toString().padStart(15, '0')}`
  })
  await db.insert(warrantyCodes).values(codes.map((code) => ({ code })))
  return codes
}
