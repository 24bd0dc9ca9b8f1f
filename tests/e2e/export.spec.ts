/** What staff take away of a list as a file, and who may. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { readCsv } from '../support/exports.ts'
import { readSheet } from '../support/sheets.ts'
import { expect, signIn, test } from './portal.ts'
import { filterBy, listIsThere } from './staff.ts'

const w = {
  newsletter: 'Newsletter',
  yes: 'Yes',
  email: 'Email',
} as const

const menu = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })

async function save(page: Page, format: RegExp) {
  await menu(page).click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format }).click()])
  expect(download.suggestedFilename()).toMatch(/^Users-\d{4}-\d\d-\d\d\./)
  return new Response(new Uint8Array(await readFile(await download.path())))
}

test('marketing takes away the readers of the newsletter, and the log says so [T824]', async ({ page, openElsewhere }) => {
  await signIn(page, 'marketing', /dashboard|\/$/)
  await page.goto('/user/index')
  await listIsThere(page)
  await menu(page).click()
  await expect(page.getByText(/^Marketing exports newsletter subscribers only/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^CSV/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await filterBy(page, w.newsletter, w.yes)
  await listIsThere(page)
  const sheet = await readSheet(await save(page, /^Excel/))
  await expect(page.getByText('Export saved').first()).toBeVisible()
  const text = await readCsv(await save(page, /^CSV/), ',')
  expect(text.header).toContain(w.email)
  expect(sheet.rows.length).toBeGreaterThan(0)
  expect(text.rows).toHaveLength(sheet.rows.length)
  const [email, newsletter] = [w.email, w.newsletter].map((header) => text.header.indexOf(header))
  expect(text.rows.map((row) => row[newsletter ?? -1])).toEqual(text.rows.map(() => w.yes))
  expect(sheet.rows.map((row) => row[email ?? -1])).toEqual(text.rows.map((row) => row[email ?? -1]))

  const admin = await openElsewhere('admin')
  await admin.goto('/securityEvent/index')
  const entry = admin.getByRole('row').filter({ hasText: 'Data exported' }).first()
  await expect(entry.getByText(/^Users · CSV · \d+ rows? · 1 filter$/)).toBeVisible()
})
