/** A model of its own for a journey, whose owners the test knows by name and number. */
import type { APIRequestContext, Page } from 'playwright/test'
import { bearer, connectSimulated, firmwareFile, setFaults } from './detector.ts'
import { expect } from './portal.ts'

export type Model = { readonly id: number; readonly name: string; readonly typeId: number }

/** One for each account; none is a detector of the demo. */
const serialNumbers: Readonly<Record<string, string>> = {
  customer: 'B000000001',
  beta: 'B000000002',
  newcustomer: 'B000000003',
  admin: 'B000000004',
}

/** With its first version, 1.0, released. Each account owns one detector of it. */
export async function addModel(request: APIRequestContext, accounts: readonly string[]): Promise<Model> {
  const model = await addOwnedModel(request, accounts)
  await addVersion(request, { model, versionName: '1.0', file: firmwareFile(20_000, model.typeId).file, isActive: true })
  return model
}

/** Without a firmware. Each account owns one detector of it. */
export async function addOwnedModel(request: APIRequestContext, accounts: readonly string[]): Promise<Model> {
  const facts = { name: 'Model', typeId: 601 }
  const made = await request.post('/backend/product', {
    headers: await bearer(request, 'admin'),
    form: { ...facts, typeName: 'WS6' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  // The contract's answer to a saved record.
  const model = { ...facts, ...((await made.json()) as { id: number }) }
  for (const account of accounts) await own(request, account, model)
  return model
}

type Version = { model: Model; versionName: string; file: Uint8Array; isActive: boolean }

/** By API as an administrator: offered to all owners, or left a draft. Returns the id of its firmware. */
export async function addVersion(request: APIRequestContext, { model, versionName, file, isActive }: Version): Promise<number> {
  const added = await request.post('/backend/firmware', {
    headers: await bearer(request, 'admin'),
    multipart: {
      versionName,
      language: 'English',
      isBetaTest: 'false',
      isActive: String(isActive),
      selectedProductIds: String(model.id),
      file: { name: `${versionName}.bin`, mimeType: 'application/octet-stream', buffer: Buffer.from(file) },
    },
  })
  expect(added.ok(), await added.text()).toBe(true)
  // The contract's answer to a saved record.
  return ((await added.json()) as { id: number }).id
}

async function own(request: APIRequestContext, account: string, { typeId }: Model): Promise<void> {
  const owned = await request.post('/backend/userProduct/getOrCreate', {
    headers: await bearer(request, account),
    form: { serialNumber: serialOf(account, typeId), materialVersion: '1', protocolVersion: '2', productTypeId: String(typeId) },
  })
  expect(owned.ok(), await owned.text()).toBe(true)
}

/** Connects the account's detector of this model on the update page. */
export async function connectModel(page: Page, { typeId }: Model, account: string): Promise<void> {
  await page.goto('/productUpdate/index')
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 0, productTypeId: typeId, serialNumber: serialOf(account, typeId) })
  await page.evaluate(() => {
    window.simulatedDetector?.unplug()
    window.simulatedDetector?.plug()
  })
}

function serialOf(account: string, typeId: number): string {
  const serialNumber = serialNumbers[account]
  if (serialNumber === undefined) throw new Error(`no detector for ${account}`)
  return serialNumber.replace('B000', `B${typeId}`)
}
