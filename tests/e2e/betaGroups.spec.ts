import type { Page } from 'playwright/test'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'
import { readIn } from './words.ts'

const w = {
  groups: 'Groupes bêta',
  add: 'Ajouter un groupe bêta',
  name: 'Nom',
  firmwares: 'Firmwares',
  addUsers: 'Ajouter des utilisateurs',
  search: 'Rechercher',
  save: 'Enregistrer',
  added: 'Groupe bêta ajouté',
  modified: 'Groupe bêta modifié',
  edit: 'Modifier',
  ofTheGroup: 'Utilisateurs du groupe',
  remove: 'Retirer',
  delete: 'Supprimer',
  deleted: 'Groupe bêta supprimé',
  undo: 'Annuler',
} as const

async function choose(page: Page, field: string, searchLabel: string, typed: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('combobox', { name: searchLabel, exact: true }).fill(typed)
  await page.getByRole('option', { name: option }).click()
  await page.keyboard.press('Escape')
}

test('staff make a beta group, delete it and bring it back, and remove a user from it [T22]', async ({ page }) => {
  const name = 'Élite 7'
  await readIn(page, 'fr')
  await signIn(page, 'backoffice')
  await page.getByRole('link', { name: w.groups, exact: true }).click()
  await page.getByRole('link', { name: w.add }).click()
  await page.getByLabel(w.name, { exact: true }).fill(name)
  await choose(page, w.firmwares, w.search, '5.3', '5.3-beta1 (English)')
  await choose(page, w.addUsers, w.search, 'köhler', /Jörg Köhler/)
  await page.getByRole('button', { name: w.save }).click()
  await expect(page.getByText(w.added)).toBeVisible()
  await expect(page.getByRole('link', { name: /Jörg Köhler/ })).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: w.groups }).click()
  await searchFor(page, 'elite 7', w.search)
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: `${w.delete} ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: w.delete }).click()
  await expect(page.getByText(w.deleted)).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(0)
  await page.getByRole('button', { name: w.undo }).click()
  await expect(rowsOf(page)).toHaveCount(1)

  await rowsOf(page).getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: w.edit, exact: true }).click()
  await page.getByLabel(w.ofTheGroup).fill('köhler')
  await page.getByRole('button', { name: new RegExp(`^${w.remove} Jörg Köhler`) }).click()
  await page.getByRole('button', { name: w.save }).click()
  await expect(page.getByText(w.modified)).toBeVisible()
  await expect(page.getByRole('link', { name: /Jörg Köhler/ })).toHaveCount(0)
})
