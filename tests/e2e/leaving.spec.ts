/** A customer takes their data along, asks for the deletion of the account, keeps it, asks again, and is gone after seven days. */
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { accountDeletions } from '../../src/server/db/tables.ts'
import type { BuiltServer } from '../support/builtServer.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { expect, linkIn, mailTo, readMailsIn, test } from './mailPortal.ts'
import { fillSignIn } from './accountsPortal.ts'
import { leavingWords } from './leavingWords.ts'
import { justNow, makeWorkDue } from './passTime.ts'
import { password } from './portal.ts'
import { words } from './words.ts'

const w = leavingWords.en
const willGo = 'Your Fieldport account will be deleted'

/** What is due in seven days is due now. */
async function letSevenDaysPass(server: BuiltServer): Promise<void> {
  await inDatabase(server, (db) => db.update(accountDeletions).set({ dueAt: justNow }))
  await makeWorkDue(server, 'eraseAccount')
}

test('somebody leaves with their data, changes their mind, and leaves for good [T887]', async ({ page, server, smtp, expectComplaint }) => {
  expectComplaint(/status of 40[13]/)
  const username = 'customer@example.com'
  await readMailsIn(page.request, 'customer', 'en')
  await page.goto('/login')
  await fillSignIn(page, words.en, username, password)
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
  await page.goto('/profile')
  const card = page.getByRole('region', { name: w.card, exact: true })
  const banner = page.getByRole('complementary', { name: w.banner })

  await card.getByRole('button', { name: w.prepare }).click()
  await page.goto(linkIn(await mailTo(smtp, username, 1, 'Your Fieldport data are ready')))
  await expect(card).toBeInViewport()
  const [download] = await Promise.all([page.waitForEvent('download'), card.getByRole('button', { name: w.download }).click()])
  expect(download.suggestedFilename()).toMatch(/^Fieldport-\d{4}-\d\d-\d\d\.zip$/)
  const archive = unzipSync(new Uint8Array(await readFile(await download.path())))
  const [row] = JSON.parse(strFromU8(archive['data/users.json'] ?? new Uint8Array())) as { username: string }[]
  expect(row?.username).toBe(username)
  expect(strFromU8(archive['README.txt'] ?? new Uint8Array())).toContain('data/users.json')

  for (const text of w.stays) await expect(card.getByText(text)).toBeVisible()
  const ask = async () => {
    await card.getByRole('button', { name: w.remove }).click()
    await page.getByRole('alertdialog', { name: w.question }).getByRole('button', { name: w.remove }).click()
    await expect(banner).toBeVisible()
  }
  await ask()
  await mailTo(smtp, username, 1, willGo)
  await page.goto('/productUpdate/index')
  await banner.getByRole('button', { name: w.keep }).click()
  await expect(banner).toHaveCount(0)
  await mailTo(smtp, username, 1, 'Your Fieldport account stays')

  await page.goto('/profile')
  await ask()
  await mailTo(smtp, username, 2, willGo)
  // A page that asks the server for nothing more.
  await page.goto('/backend/docs')
  await letSevenDaysPass(server)
  await expect
    .poll(async () => {
      return (await page.request.post(`${server.url}/backend/api/login`, { data: { username, password } })).status()
    })
    .toBe(401)
  await page.context().clearCookies()
  await page.goto('/login')
  await fillSignIn(page, words.en, username, password)
  await expect(page.getByText('Login or password incorrect')).toBeVisible()
})
