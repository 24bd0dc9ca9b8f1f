/** A model of its own for a journey, whose owners the test knows by name and number. */
import type { APIRequestContext, Page } from 'playwright/test'
import { bearer, connectSimulated, setFaults } from './detector.ts'
import { expect } from './portal.ts'

export type Model = { readonly id: number; readonly name: string; readonly typeId: number }

/** One for each account; none is a detector of the demo. */
const serialNumbers: Readonly<Record<string, string>> = {
  customer: 'B601000001',
  beta: 'B601000002',
  newcustomer: 'B601000003',
  admin: 'B601000004',
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

async function own(request: APIRequestContext, account: string, { typeId }: Model): Promise<void> {
  const owned = await request.post('/backend/userProduct/getOrCreate', {
    headers: await bearer(request, account),
    form: { serialNumber: serialOf(account), materialVersion: '1', protocolVersion: '2', productTypeId: String(typeId) },
  })
  expect(owned.ok(), await owned.text()).toBe(true)
}

/** Connects the account's detector of this model on the update page. */
export async function connectModel(page: Page, { typeId }: Model, account: string): Promise<void> {
  await page.goto('/productUpdate/index')
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 0, productTypeId: typeId, serialNumber: serialOf(account) })
  await page.evaluate(() => {
    window.simulatedDetector?.unplug()
    window.simulatedDetector?.plug()
  })
}

function serialOf(account: string): string {
  const serialNumber = serialNumbers[account]
  if (serialNumber === undefined) throw new Error(`no detector for ${account}`)
  return serialNumber
}
