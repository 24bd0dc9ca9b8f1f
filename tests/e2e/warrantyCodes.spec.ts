import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { isMistyped } from '../../src/contract/warrantyCodeFormat.ts'
import { readSheet } from '../support/sheets.ts'
import { account, daysAgo, newSerial, picture } from './coils.ts'
import { expect, password, signIn, test } from './portal.ts'
import { filterBy, listIsThere, rowsOf, searchFor } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    codes: 'Warranty codes',
    generate: 'Generate codes',
    number: 'Number of codes',
    gifted: 'Gifted',
    send: 'Generate and download',
    generated: 'Codes generated',
    batch: /^new-warranty-codes-\d{4}-\d\d-\d\d-\d+\.xlsx$/,
    batchHeader: ['Code', 'Gifted'],
    list: /^warranty-codes-\d{4}-\d\d-\d\d\.xlsx$/,
    listHeader: ['Code', 'Product', 'Used', 'Gifted', 'Serial number', 'Extension start', 'Extension end', 'User', 'Void'],
    batches: 'Earlier batches',
    again: /^Download the codes of /,
    close: 'Close',
    filter: 'Filter',
    used: 'Used',
    yes: 'Yes',
    no: 'No',
    download: 'Download for Excel',
    search: 'Search',
    coils: 'Coils without a detector',
    extend: 'Extend the warranty',
    code: 'Warranty code',
    extended: 'Warranty extended',
  },
  fr: {
    codes: 'Codes de garantie',
    generate: 'Générer des codes',
    number: 'Nombre de codes',
    gifted: 'Offert',
    send: 'Générer et télécharger',
    generated: 'Codes générés',
    batch: /^nouveaux-codes-de-garantie-\d{4}-\d\d-\d\d-\d+\.xlsx$/,
    batchHeader: ['Code', 'Offert'],
    list: /^codes-de-garantie-\d{4}-\d\d-\d\d\.xlsx$/,
    listHeader: [
      'Code',
      'Produit',
      'Utilisé',
      'Offert',
      'Numéro de série',
      'Début de l’extension',
      'Fin de l’extension',
      'Utilisateur',
      'Annulé',
    ],
    batches: 'Lots précédents',
    again: /^Télécharger les codes du /,
    close: 'Fermer',
    filter: 'Filtrer',
    used: 'Utilisé',
    yes: 'Oui',
    no: 'Non',
    download: 'Télécharger pour Excel',
    search: 'Rechercher',
    coils: 'Disques sans détecteur',
    extend: 'Prolonger la garantie',
    code: 'Code de garantie',
    extended: 'Garantie prolongée',
  },
} as const

/** The file that a click saves: its name, and its cells as another library reads them. */
async function save(page: Page, click: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const sheet = await readSheet(new Response(new Uint8Array(await readFile(await download.path()))))
  return { filename: download.suggestedFilename(), ...sheet }
}

/** A coil of the customer's, bought a month ago. */
async function saveCoilPurchase(page: Page): Promise<string> {
  const coilSerial = newSerial()
  const login = await page.request.post('/backend/api/login', { data: { username: `${account}@example.com`, password } })
  const { access_token: token }: { access_token: string } = await login.json()
  const registered = await page.request.post('/backend/accessory/createOrUpdateUserAccessory', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { coilSerial, purchaseDate: daysAgo(30), purchaseProofFile: picture },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  return coilSerial
}

for (const locale of locales)
  test(`marketing generates codes and saves them, a customer claims one, and the list shows it (${locale})`, async ({ page }) => {
    const w = texts[locale]
    await readIn(page, locale)
    const serial = await saveCoilPurchase(page)
    await signIn(page, 'marketing')
    await page.getByRole('link', { name: w.codes, exact: true }).click()
    await page.getByRole('button', { name: w.generate }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(w.number).fill('3')
    await dialog.getByRole('checkbox', { name: w.gifted }).click()
    const batch = await save(page, () => dialog.getByRole('button', { name: w.send }).click())
    await expect(page.getByText(w.generated)).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(batch.filename).toMatch(w.batch)
    expect(batch.header).toEqual(w.batchHeader)
    expect(batch.rows.map(([, gifted]) => gifted)).toEqual([true, true, true])
    const codes = batch.rows.map(([code]) => String(code))
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) {
      expect(code).toMatch(/^\w{3}(-\w{3})+$/)
      expect(isMistyped(code)).toBe(false)
    }

    await page.getByRole('button', { name: w.batches }).click()
    const again = await save(page, () => dialog.getByRole('button', { name: w.again }).first().click())
    expect(again).toEqual(batch)
    await dialog.getByRole('button', { name: w.close }).click()

    await filterBy(page, w.gifted, w.yes, w.filter)
    await filterBy(page, w.used, w.no, w.filter)
    for (const code of codes) await expect(rowsOf(page).filter({ hasText: code })).toHaveCount(1)
    await listIsThere(page)
    const shown = await rowsOf(page).count()
    const list = await save(page, () => page.getByRole('button', { name: w.download }).click())
    expect(list.filename).toMatch(w.list)
    expect(list.header).toEqual(w.listHeader)
    expect(list.rows).toHaveLength(shown)
    expect(list.rows.every(([, , used, gifted]) => used === false && gifted === true)).toBe(true)
    expect(list.rows.map(([code]) => code)).toEqual(expect.arrayContaining(codes))

    const [code = ''] = codes
    await signIn(page, account)
    const coil = page.getByRole('region', { name: w.coils }).getByRole('listitem').filter({ hasText: serial })
    await coil.getByRole('button', { name: w.extend }).click()
    await dialog.getByLabel(w.code).fill(code.toLowerCase())
    await dialog.getByRole('button', { name: w.extend }).click()
    await expect(dialog).toBeHidden()
    await expect(coil).toContainText(w.extended)

    await signIn(page, 'marketing')
    await page.goto('/warrantyCode/index')
    await filterBy(page, w.used, w.yes, w.filter)
    await searchFor(page, serial, w.search)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page)).toContainText(code)
    await rowsOf(page).getByRole('link').click()
    await expect(page).toHaveURL(/\/user\/show\/\d+$/)
  })
