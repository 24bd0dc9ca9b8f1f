/** What staff take away of a list as a file, and who may. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { readCsv } from '../support/exports.ts'
import { readSheet } from '../support/sheets.ts'
import { expect, signIn, test } from './portal.ts'
import { filterBy, listIsThere } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    filter: 'Filter',
    newsletter: 'Newsletter',
    yes: 'Yes',
    email: 'Email',
    export: 'Export',
    saved: 'Export saved',
    obstacle: /^Marketing exports newsletter subscribers only/,
    filename: /^Users-\d{4}-\d\d-\d\d\./,
    delimiter: ',',
    exported: 'Data exported',
    log: /^Users · CSV · \d+ rows? · 1 filter$/,
  },
  fr: {
    filter: 'Filtrer',
    newsletter: 'Lettre d’information',
    yes: 'Oui',
    email: 'Email',
    export: 'Exporter',
    saved: 'Export enregistré',
    obstacle: /^Le marketing n’exporte que les abonnés à la lettre d’information/,
    filename: /^Utilisateurs-\d{4}-\d\d-\d\d\./,
    delimiter: ';',
    exported: 'Données exportées',
    log: /^Utilisateurs · CSV · \d+ lignes? · 1 filtre$/,
  },
} as const

for (const locale of locales) {
  const w = texts[locale]
  const menu = (page: Page) => page.getByRole('button', { name: w.export, exact: true })

  async function save(page: Page, format: RegExp) {
    await menu(page).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: format }).click()])
    expect(download.suggestedFilename()).toMatch(w.filename)
    return new Response(new Uint8Array(await readFile(await download.path())))
  }

  test(`marketing takes away the readers of the newsletter, and the log says so (${locale}) [T824]`, async ({ page, browser }) => {
    await readIn(page, locale)
    await signIn(page, 'marketing', /dashboard|\/$/)
    await page.goto('/user/index')
    await listIsThere(page)
    await menu(page).click()
    await expect(page.getByText(w.obstacle)).toBeVisible()
    await expect(page.getByRole('button', { name: /^CSV/ })).toBeDisabled()
    await page.keyboard.press('Escape')

    await filterBy(page, w.newsletter, w.yes, w.filter)
    await listIsThere(page)
    const sheet = await readSheet(await save(page, /^Excel/))
    await expect(page.getByText(w.saved).first()).toBeVisible()
    const text = await readCsv(await save(page, /^CSV/), w.delimiter)
    expect(text.header).toContain(w.email)
    expect(sheet.rows.length).toBeGreaterThan(0)
    expect(text.rows).toHaveLength(sheet.rows.length)
    const [email, newsletter] = [w.email, w.newsletter].map((header) => text.header.indexOf(header))
    expect(text.rows.map((row) => row[newsletter ?? -1])).toEqual(text.rows.map(() => w.yes))
    expect(sheet.rows.map((row) => row[email ?? -1])).toEqual(text.rows.map((row) => row[email ?? -1]))

    const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const admin = await theirs.newPage()
    await readIn(admin, locale)
    await signIn(admin, 'admin')
    await admin.goto('/securityEvent/index')
    const entry = admin.getByRole('row').filter({ hasText: w.exported }).first()
    await expect(entry.getByText(w.log)).toBeVisible()
    await theirs.close()
  })
}
