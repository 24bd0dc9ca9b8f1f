import type { Page } from 'playwright/test'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { connectSimulated } from './detector.ts'
import { expect, password, test } from './portal.ts'

test.use({ serviceWorkers: 'allow' })

let server: BuiltServer
test.beforeAll(async () => {
  server = await startBuiltServer()
})
test.afterAll(() => server.dispose())

async function signInHere(page: Page, account = 'customer'): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('Email').fill(`${account}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Product updates' })).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

const field = (page: Page) => page.getByRole('region', { name: 'Ready for the field' })

test('the newest firmware of each own model is fetched ahead, can be dropped and fetched again, and others kept', async ({ page }) => {
  await signInHere(page)
  await expect(field(page).getByText('Ready offline').first()).toBeVisible()
  const row = field(page).getByRole('listitem').filter({ hasText: 'newest' }).first()
  await row.getByRole('button', { name: /^Drop/ }).click()
  await expect(row.getByRole('button', { name: /^Keep/ })).toBeVisible()
  await page.reload()
  await expect(row.getByRole('button', { name: /^Keep/ })).toBeVisible()
  await row.getByRole('button', { name: /^Keep/ }).click()
  await expect(row.getByText('Ready offline')).toBeVisible()

  await connectSimulated(page)
  const card = page.getByRole('region', { name: 'Firmware', exact: true })
  await card.getByLabel('Firmware to install').selectOption({ index: 1 })
  await card.getByRole('button', { name: /^Keep/ }).click()
  await expect(card.getByText('Ready offline')).toBeVisible()
  await expect(field(page).getByText('older')).toBeVisible()
})
