import { locales } from '../../src/contract/rules.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, searchFor } from './staff.ts'
import { readIn } from './words.ts'

const texts = {
  en: {
    groups: 'Beta groups',
    addGroup: 'Add a beta group',
    name: 'Name',
    save: 'Save',
    groupAdded: 'BetaGroup added',
    users: 'Users',
    search: 'Search',
    select: 'Select Jörg Köhler',
    selected: '1 selected',
    add: 'Add to a group',
    group: 'Beta group',
    addOne: 'Add 1 user',
    added: (name: string) => `1 user added to ${name}`,
    undo: 'Undo',
    takenOut: (name: string) => `1 user taken out of ${name}`,
    close: 'Close',
  },
  fr: {
    groups: 'Groupes bêta',
    addGroup: 'Ajouter un groupe bêta',
    name: 'Nom',
    save: 'Enregistrer',
    groupAdded: 'Groupe bêta ajouté',
    users: 'Utilisateurs',
    search: 'Rechercher',
    select: 'Sélectionner Jörg Köhler',
    selected: '1 sélectionné',
    add: 'Ajouter à un groupe',
    group: 'Groupe bêta',
    addOne: 'Ajouter 1 utilisateur',
    added: (name: string) => `1 utilisateur ajouté à ${name}`,
    undo: 'Annuler',
    takenOut: (name: string) => `1 utilisateur retiré de ${name}`,
    close: 'Fermer',
  },
} as const

for (const locale of locales)
  test(`staff add selected users to a group, see it after a reload, and undo it (${locale}) [T749]`, async ({ page }) => {
    const w = texts[locale]
    const name = `Batch ${locale}`
    await readIn(page, locale)
    await signIn(page, 'backoffice')
    await page.getByRole('link', { name: w.groups, exact: true }).click()
    await page.getByRole('link', { name: w.addGroup }).click()
    await page.getByLabel(w.name, { exact: true }).fill(name)
    await page.getByRole('button', { name: w.save }).click()
    await expect(page.getByText(w.groupAdded)).toBeVisible()

    await page.getByRole('link', { name: w.users, exact: true }).click()
    await searchFor(page, 'köhler', w.search)
    await listIsThere(page)
    await page.getByRole('checkbox', { name: w.select, exact: true }).click()
    await expect(page.getByText(w.selected)).toBeVisible()
    await page.getByRole('button', { name: w.add }).click()
    await page.getByRole('combobox', { name: w.group, exact: true }).click()
    await page.getByRole('option', { name, exact: true }).click()
    await page.getByRole('button', { name: w.addOne }).click()
    await expect(page.getByText(w.added(name))).toBeVisible()

    await page.reload()
    await expect(page.getByText(w.added(name))).toBeVisible()
    await page.getByRole('button', { name: w.undo, exact: true }).click()
    await expect(page.getByText(w.takenOut(name))).toBeVisible()
    await page.getByRole('button', { name: w.close, exact: true }).click()
    await expect(page.getByText(w.takenOut(name))).toBeHidden()
  })
