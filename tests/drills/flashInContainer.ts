/**
 * Part of container.sh and compose.sh: the administrator ADMIN_EMAIL signs in to the portal at CONTAINER_URL, publishes a firmware, and the simulated
 * detector gets it in Chromium. Fails unless the detector's flash then holds the file without its last 16 bytes.
 */
import assert from 'node:assert/strict'
import { chromium, request } from 'playwright'
import { addVersion, readFlash, update } from '../e2e/detector.ts'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { firmwareOfDrill } from './firmwareOfDrill.ts'

const { CONTAINER_URL: url = '', ADMIN_EMAIL: username = '', ADMIN_PASSWORD: password = '' } = process.env
const { file, imageBytes, versionName } = firmwareOfDrill

const calls = await request.newContext({ baseURL: url, ignoreHTTPSErrors: true })
const signedIn = await calls.post('/backend/api/login', { data: { username, password } })
assert.ok(signedIn.ok(), await signedIn.text())
assert.match(signedIn.headers()['strict-transport-security'] ?? '', /^max-age=\d+/)
// The contract's login session.
const { access_token: token } = (await signedIn.json()) as { access_token: string }
const headers = { Authorization: `Bearer ${token}` }

const product = await calls.post('/backend/product', { headers, form: { name: 'Detector', typeName: 'WS6', typeId: '6' } })
assert.ok(product.ok(), await product.text())
// The contract's answer to a save.
const model = (await product.json()) as { id: number }
await addVersion(calls, { model, versionName, file, isActive: true }, headers)

// As large as a file may be: it passes the proxy.
await addVersion(calls, { model, versionName: '0.9', file: Buffer.alloc(60 * 1024 * 1024, 7), isActive: false }, headers)
console.log('upload of 60 MiB through Caddy: taken')

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
try {
  const page = await browser.newPage({ baseURL: url, locale: 'en', ignoreHTTPSErrors: true })
  await page.goto('/login')
  await page.getByLabel('Email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  const tutorial = page.getByRole('dialog', { name: 'How to connect your detector' })
  await page.addLocatorHandler(tutorial, () => page.keyboard.press('Escape'))
  await page.goto('/productUpdate/index?device=simulated')
  await update(page).click({ timeout: 60_000 })
  await page.getByRole('button', { name: /^Yes/ }).click({ timeout: 120_000 })
  const flash = (await readFlash(page)).subarray(0, imageBytes)
  assert.deepEqual(Buffer.from(flash), file.subarray(0, imageBytes))
  console.log(`update: ${imageBytes} bytes in the detector's flash, as published`)
} finally {
  await browser.close()
  await calls.dispose()
}
