/** What staff do while somebody is on the phone, and what the call leads to. */
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { expect, signIn, test } from './portal.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    find: 'Find anything',
    facts: 'Contact details and account',
    products: 'Products',
    updates: /^Updates of WS6 Master/,
    failure: 'USB disconnection error',
    more: 'More actions',
    deletion: /^Delete Marc Delaunay and all their data/,
    cancel: 'Cancel',
    notes: 'Notes by staff',
    note: 'New note',
    addNote: 'Add note',
    sessions: 'Sessions',
    signOut: /^Sign out /,
    nobodyIn: 'Not signed in anywhere.',
    distributor: 'Distributor (optional)',
    firstname: 'First name',
    save: 'Save',
    modified: 'User modified',
    also: /^Also changed by Inès Castagné/,
    useTheirs: 'Use theirs',
    paste: 'Paste addresses',
    addresses: 'Email addresses',
    check: 'Check',
    inGroup: '1 is in the group already',
    notFound: '1 address was not found',
    add: 'Add 1 tester',
    added: '1 tester added',
    batches: 'Earlier batches',
    recall: /^Recall the codes of/,
    reason: 'Reason',
    recallCodes: /^Recall \d+ codes$/,
    void: /^\d+ codes are void$/,
    recalled: /^Recalled .* by .*: The file was published/,
  },
  fr: {
    find: 'Accès rapide',
    facts: 'Coordonnées et compte',
    products: 'Produits',
    updates: /^Mises à jour de WS6 Master/,
    failure: 'Erreur de déconnexion USB de l’appareil',
    more: 'Autres actions',
    deletion: /^Supprimer Marc Delaunay et toutes ses données/,
    cancel: 'Annuler',
    notes: 'Notes de l’équipe',
    note: 'Nouvelle note',
    addNote: 'Ajouter la note',
    sessions: 'Sessions',
    signOut: /^Déconnecter /,
    nobodyIn: 'Aucune session ouverte.',
    distributor: 'Distributeur (facultatif)',
    firstname: 'Prénom',
    save: 'Enregistrer',
    modified: 'Utilisateur modifié',
    also: /^Modifié aussi par Inès Castagné/,
    useTheirs: 'Prendre sa version',
    paste: 'Coller des adresses',
    addresses: 'Adresses email',
    check: 'Vérifier',
    inGroup: '1 fait déjà partie du groupe',
    notFound: '1 adresse introuvable',
    add: 'Ajouter 1 testeur',
    added: '1 testeur ajouté',
    batches: 'Lots précédents',
    recall: /^Rappeler les codes du/,
    reason: 'Motif',
    recallCodes: /^Rappeler \d+ codes$/,
    void: /^\d+ codes annulés$/,
    recalled: /^Rappelé le .* par .*\u00A0: The file was published/,
  },
} as const

/** Opens the customer's page by a phone number, as it is spoken. */
async function findByPhone(page: Page, label: string): Promise<void> {
  await expect(page.getByRole('button', { name: label })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: label }).fill('06 39 98 00 04')
  await expect(page.getByRole('option', { name: /^Marc Delaunay/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Marc Delaunay' })).toBeVisible()
}

for (const locale of locales) {
  const w = texts[locale]

  test(`a number as it is spoken leads to the person’s page, with notes and their sessions (${locale}) [T767]`, async ({
    page,
    browser,
    expectComplaint,
  }) => {
    // The customer's page learns that its session has ended.
    expectComplaint('401')
    await readIn(page, locale)
    await signIn(page, 'backoffice')
    const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const customer = await theirs.newPage()
    await signIn(customer, 'customer')
    await findByPhone(page, w.find)

    const main = page.getByRole('main')
    await main.getByText(w.notes, { exact: true }).click()
    await main.getByLabel(w.note).fill(`Câble remplacé, ${locale}.`)
    await main.getByRole('button', { name: w.addNote }).click()
    await expect(main.getByRole('list', { name: w.notes })).toContainText(`Câble remplacé, ${locale}.`)

    await main.getByText(w.sessions, { exact: true }).click()
    await main.getByRole('button', { name: w.signOut }).click()
    await expect(main.getByText(w.nobodyIn)).toBeVisible()
    await customer.goto('/profile')
    await expect(customer).toHaveURL(/\/login/)
    await theirs.close()
  })

  test(`a customer’s page has the first detector and the reason of its last failure in view, and a menu for the keyboard (${locale}) [T803]`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await readIn(page, locale)
    await signIn(page, 'admin')
    await findByPhone(page, w.find)
    const main = page.getByRole('main')
    const failed = main.getByRole('list', { name: w.updates }).getByText(w.failure).first()
    await expect(failed).toBeVisible()
    const box = await failed.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(720)
    expect(await page.evaluate(() => scrollY)).toBe(0)

    const menu = main.getByRole('button', { name: w.more })
    await menu.press('Enter')
    await expect(main.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(main.getByRole('menuitem').last()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: w.deletion }).getByRole('button', { name: w.cancel })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
  })

  test(`what two people change of one record is kept, and the same field asks (${locale}) [T768]`, async ({
    page,
    browser,
    expectComplaint,
  }) => {
    // What both have changed is refused first.
    expectComplaint('409')
    await readIn(page, locale)
    await signIn(page, 'backoffice')
    const theirs = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const colleague = await theirs.newPage()
    await readIn(colleague, locale)
    await signIn(colleague, 'admin')
    const open = async (one: Page) => {
      await one.goto('/user/edit/4')
      await expect(one.getByLabel(w.distributor)).toBeVisible()
    }
    const save = async (one: Page) => {
      await one.getByRole('button', { name: w.save, exact: true }).click()
      await expect(one.getByText(w.modified).first()).toBeVisible()
    }
    await open(page)
    await open(colleague)
    await colleague.getByLabel(w.distributor).fill(`Rivière ${locale}`)
    await save(colleague)
    await page.getByLabel(w.firstname, { exact: true }).fill(`Marcel ${locale}`)
    await save(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Marcel ${locale} Delaunay`)
    await page.getByText(w.facts).click()
    await expect(page.getByRole('main').getByText(`Rivière ${locale}`).first()).toBeVisible()

    await open(page)
    await open(colleague)
    await colleague.getByLabel(w.distributor).fill('Montagne')
    await save(colleague)
    await page.getByLabel(w.distributor).fill('Forêt')
    await page.getByRole('button', { name: w.save, exact: true }).click()
    await expect(page.getByText(w.also)).toBeVisible()
    await page.getByRole('button', { name: w.useTheirs }).click()
    await page.getByLabel(w.firstname, { exact: true }).fill('Marc')
    await save(page)
    await page.getByText(w.facts).click()
    await expect(page.getByRole('main').getByText('Montagne').first()).toBeVisible()
    await theirs.close()
  })

  test(`testers are added by their addresses, in any order and spelling (${locale}) [T769]`, async ({ page }) => {
    await readIn(page, locale)
    await signIn(page, 'backoffice')
    await page.goto('/betaGroup/show/1')
    await page.getByRole('button', { name: w.paste }).click()
    const dialog = page.getByRole('dialog')
    // Each language adds another customer: who is added stays.
    const other = locale === 'en' ? 'newcustomer@example.com' : 'sms@example.com'
    await dialog.getByLabel(w.addresses).fill(`"Köhler, Jörg" <BETA@example.com>; ${other}\nnobody@example.com`)
    await dialog.getByRole('button', { name: w.check }).click()
    await expect(dialog.getByText(w.inGroup)).toBeVisible()
    await expect(dialog.getByText(w.notFound)).toBeVisible()
    await dialog.getByRole('button', { name: w.add }).click()
    await expect(page.getByText(w.added)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: other })).toBeVisible()
  })

  test(`the unused codes of a leaked file are recalled, with the reason (${locale}) [T770]`, async ({ page }) => {
    await readIn(page, locale)
    await signIn(page, 'marketing')
    await page.goto('/warrantyCode/index')
    await page.getByRole('button', { name: w.batches }).click()
    const batches = page.getByRole('dialog', { name: w.batches })
    const recalls = batches.getByRole('button', { name: w.recall })
    await expect(recalls.first()).toBeVisible()
    const before = await recalls.count()
    await recalls.first().click()
    const recalling = page.getByRole('dialog', { name: w.recall })
    await recalling.getByLabel(w.reason).fill('The file was published')
    await recalling.getByRole('button', { name: w.recallCodes }).click()
    await expect(page.getByText(w.void)).toBeVisible()
    await expect(batches.getByText(w.recalled).first()).toBeVisible()
    await expect(recalls).toHaveCount(before - 1)
  })
}
