/** A model of its own for a journey, whose owners the test knows by name and number. */
import type { APIRequestContext, Page } from 'playwright/test'
import type { Locale } from '../../src/contract/rules.ts'
import { bearer, connectSimulated, firmwareFile, setFaults } from './detector.ts'
import { expect } from './portal.ts'

export type Model = { readonly name: string; readonly typeId: number }

const language = { en: 'English', fr: 'Français' } as const
/** One for each account; none is a detector of the demo. */
const serialNumbers: Readonly<Record<string, string>> = {
  customer: 'B000000001',
  beta: 'B000000002',
  newcustomer: 'B000000003',
  admin: 'B000000004',
}

/** With its first version, 1.0, released. Each account owns one detector of it. */
export async function addModel(request: APIRequestContext, of: { locale: Locale; accounts: readonly string[] }): Promise<Model> {
  const headers = await bearer(request, 'admin')
  const model = { name: `Model ${of.locale}`, typeId: of.locale === 'en' ? 601 : 602 }
  const made = await request.post('/backend/product', { headers, form: { ...model, typeName: 'WS6' } })
  expect(made.ok(), await made.text()).toBe(true)
  // The contract's answer to a saved record.
  const { id } = (await made.json()) as { id: number }
  const file = Buffer.from(firmwareFile(20_000, model.typeId).file)
  const published = await request.post('/backend/firmware', {
    headers,
    multipart: {
      versionName: '1.0',
      language: language[of.locale],
      isBetaTest: 'false',
      isActive: 'true',
      selectedProductIds: String(id),
      file: { name: '1.0.bin', mimeType: 'application/octet-stream', buffer: file },
    },
  })
  expect(published.ok(), await published.text()).toBe(true)
  for (const account of of.accounts) await own(request, account, model)
  return model
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
