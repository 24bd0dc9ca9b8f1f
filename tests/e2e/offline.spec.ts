import type { BrowserContext, Page } from 'playwright/test'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { connectSimulated, readFlash, setFaults } from './detector.ts'
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

/** For real: no server, and no network in the browser's eyes. */
async function cut(context: BrowserContext): Promise<void> {
  await server.stop('SIGKILL')
  await context.setOffline(true)
}

async function restore(context: BrowserContext): Promise<void> {
  await server.start()
  await context.setOffline(false)
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

const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true })
const latest = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()

/** What is published for the simulated detector's model, as it must be in its flash. */
async function publishedImage(page: Page): Promise<{ id: number; image: number[] }> {
  return page.evaluate(async () => {
    // The stored login session.
    const { access_token: token } = JSON.parse(localStorage.getItem('fieldport.user') ?? '{}') as { access_token: string }
    const headers = { Authorization: `Bearer ${token}` }
    // The contract's answers.
    const [owned] = (await (await fetch('/backend/userProduct/getUserProductsForUser', { headers })).json()) as {
      product: { id: number }
    }[]
    const list = await fetch(`/backend/firmware/getAllForProductAndUser/${owned?.product.id}`, { headers })
    const [newest] = (await list.json()) as { id: number; firmwareFile: { id: number } }[]
    const file = await fetch(`/backend/file/showFileFromWeb?id=${newest?.firmwareFile.id}`, { headers })
    const bytes = new Uint8Array(await file.arrayBuffer())
    return { id: newest?.id ?? 0, image: Array.from(bytes.slice(0, -16)) }
  })
}

test('a whole update without a network from a cold start: byte-exact, and one record with its own date when the server is back', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await signInHere(page)
  await expect(field(page).getByText('Ready offline').first()).toBeVisible()
  const { image } = await publishedImage(page)
  const recordsBefore = await page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').count()
  await cut(context)

  await page.reload()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'My detectors' }).getByText('As last seen on')).toBeVisible()
  await expect(page.getByRole('region', { name: 'My coils' }).getByText('As last seen on')).toBeVisible()
  await connectSimulated(page)
  await expect(page.getByRole('heading', { name: 'What changes' })).toBeVisible()
  await setFaults(page, { latencyMs: 0, eraseMs: 0 })
  const startedAt = Date.now()
  await update(page).click()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click({ timeout: 45_000 })
  await expect(page.getByRole('dialog', { name: 'Your detector is up to date' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
  await expect(page.getByText('1 report waiting to be sent')).toBeVisible()

  await page.reload()
  await expect(page.getByText('1 report waiting to be sent')).toBeVisible()
  const endedAt = Date.now()
  await restore(context)
  await expect(page.getByText('1 report waiting to be sent')).toBeHidden({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Past updates' }).getByRole('listitem')).toHaveCount(recordsBefore + 1)
  await expect(latest(page)).toContainText('Success')
  const date = Date.parse((await latest(page).locator('time').getAttribute('datetime')) ?? '')
  expect(date).toBeGreaterThanOrEqual(startedAt)
  expect(date).toBeLessThanOrEqual(endedAt)
})

test('a detector that was never seen says why it needs one connection, and can be updated after it', async ({
  page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_/)
  await signInHere(page, 'newcustomer')
  await cut(context)
  await page.reload()
  // Nothing was installed yet, so the tutorial comes by itself.
  await page.getByRole('dialog', { name: 'How to connect your detector' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Use the simulated detector' }).click()
  await expect(page.getByText('It needs a connection once')).toBeVisible()
  await restore(context)
  await expect(update(page)).toBeVisible({ timeout: 30_000 })
})
