import type { Page } from 'playwright/test'
import { formatDay } from '../../src/app/i18n/calendarDay.ts'
import { picture } from './coils.ts'
import { firmwareFile, publish } from './detector.ts'
import { connectQuick, expect, expectReadyOffline, seeItThrough, signInHere, test, update } from './field.ts'

/** Not in the future, whatever this computer's clock says. */
const weeksAgo = new Date(Date.now() - 21 * 24 * 60 * 60 * 1000).toISOString()

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** All text in every store that a page can read. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      found.push(name)
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname)
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error ?? new Error('not opened'))
      })
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = database.transaction(store).objectStore(store).getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = () => reject(reading.error ?? new Error('not read'))
        })
        found.push(...rows.map((row) => JSON.stringify(row)))
      }
      database.close()
    }
    return found.join('\n')
  })
}

test('a coil registered offline waits with its proof of purchase through a reload, and is registered when the server is back', async ({
  page,
  network,
}) => {
  await signInHere(page)
  const coils = page.getByRole('region', { name: 'Coils without a detector' })
  await expect(coils.getByRole('listitem').first()).toBeVisible()
  await network.cut()
  await page.getByRole('button', { name: 'Register a coil' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register a coil' })
  await dialog.getByLabel('Serial number').fill('FIELD2026')
  await dialog.getByLabel('Purchase date').fill(formatDay(weeksAgo))
  await dialog.getByLabel('Proof of purchase').setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Register' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 coil waiting to be registered')).toBeVisible()

  await page.reload()
  await expect(page.getByText('1 coil waiting to be registered')).toBeVisible()
  await network.restore()
  await expect(page.getByText('1 coil waiting to be registered')).toBeHidden()
  const row = coils.getByRole('listitem').filter({ hasText: 'FIELD2026' })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: 'View' }).click()
  await expect(page.getByRole('dialog', { name: 'Proof of purchase' })).toContainText('invoice.png')
})

test('signing out removes all data, online and offline, and warns about unsent entries [T239]', async ({ page, network, request }) => {
  await publish(request, '9.1', firmwareFile(2_000).file)
  await signInHere(page)
  await expectReadyOffline(page, '9.1')
  const secrets = ['customer@example.com', 'fieldport-images-', '/backend/image/', '0A1B2C3D4E', '11A00001']
  const lastEnd = 'fieldport.lastEnd'
  const before = await everythingKept(page)
  expect(secrets.filter((secret) => !before.includes(secret))).toEqual([])

  await connectQuick(page)
  await network.cut()
  await update(page).click()
  await seeItThrough(page)
  await expect(page.getByText('1 update result waiting to be sent')).toBeVisible()
  expect(await everythingKept(page)).toContain(lastEnd)
  await leave(page)
  const question = page.getByRole('alertdialog', { name: 'Sign out and lose 1 unsent item?' })
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  const own = (text: string) => secrets.filter((secret) => text.includes(secret))
  // The sign-in page lists the demo accounts for everybody.
  const after = await everythingKept(page)
  expect(after).not.toContain(lastEnd)
  expect(own(after.replaceAll(/"fieldport\.configuration":"(?:[^"\\]|\\.)*"/g, ''))).toEqual([])

  await page.reload()
  await expect(page.getByLabel('Email')).toBeVisible()
  await network.restore()
  await signInHere(page, 'newcustomer')
  await expect(page.getByText('No detector yet')).toBeVisible()
  await network.cut()
  await page.reload()
  await expect(page.getByText('No detector yet')).toBeVisible()
  await expect(page.getByText('waiting to be sent')).toBeHidden()
  await network.restore()
})
