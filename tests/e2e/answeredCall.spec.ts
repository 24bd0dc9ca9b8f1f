/** What staff do while somebody is on the phone, and what the call leads to. */
import type { Page } from 'playwright/test'
import { expect, signIn, test } from './portal.ts'

const w = {
  find: 'Find anything',
  facts: 'Contact details and account',
  notes: 'Notes by staff',
  distributor: 'Distributor (optional)',
  firstname: 'First name',
  save: 'Save',
  batches: 'Earlier batches',
  recall: /^Recall the codes of/,
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

test('a number as it is spoken leads to the person’s page, with notes and their sessions [T767]', async ({
  page,
  openElsewhere,
  expectComplaint,
}) => {
  // The customer's page learns that its session has ended.
  expectComplaint('401')
  await signIn(page, 'backoffice')
  const customer = await openElsewhere('customer')
  await findByPhone(page, w.find)

  const main = page.getByRole('main')
  await main.getByText(w.notes, { exact: true }).click()
  await main.getByLabel('New note').fill('Câble remplacé.')
  await main.getByRole('button', { name: 'Add note' }).click()
  await expect(main.getByRole('list', { name: w.notes })).toContainText('Câble remplacé.')

  await main.getByText('Sessions', { exact: true }).click()
  await main.getByRole('button', { name: /^Sign out / }).click()
  await expect(main.getByText('Not signed in anywhere.')).toBeVisible()
  await customer.goto('/profile')
  await expect(customer).toHaveURL(/\/login/)
})

test('a customer’s page has the first detector and the reason of its last failure in view, and a menu for the keyboard [T803]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn(page, 'admin')
  await findByPhone(page, w.find)
  const main = page.getByRole('main')
  const failed = main
    .getByRole('list', { name: /^Updates of WS6 Master/ })
    .getByText('USB disconnection error')
    .first()
  await expect(failed).toBeVisible()
  const box = await failed.boundingBox()
  expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(720)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const menu = main.getByRole('button', { name: 'More actions' })
  await menu.press('Enter')
  await expect(main.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(main.getByRole('menuitem').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alertdialog', { name: /^Delete Marc Delaunay and all their data/ }).getByRole('button', { name: 'Cancel' }),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('what two people change of one record is kept, and the same field asks [T768]', async ({ page, openElsewhere, expectComplaint }) => {
  // What both have changed is refused first.
  expectComplaint('409')
  await signIn(page, 'backoffice')
  const colleague = await openElsewhere('admin')
  const open = async (one: Page) => {
    await one.goto('/user/edit/4')
    await expect(one.getByLabel(w.distributor)).toBeVisible()
  }
  const save = async (one: Page) => {
    await one.getByRole('button', { name: w.save, exact: true }).click()
    await expect(one.getByText('User modified').first()).toBeVisible()
  }
  await open(page)
  await open(colleague)
  await colleague.getByLabel(w.distributor).fill('Rivière')
  await save(colleague)
  await page.getByLabel(w.firstname, { exact: true }).fill('Marcel')
  await save(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marcel Delaunay')
  await page.getByText(w.facts).click()
  await expect(page.getByRole('main').getByText('Rivière').first()).toBeVisible()

  await open(page)
  await open(colleague)
  await colleague.getByLabel(w.distributor).fill('Montagne')
  await save(colleague)
  await page.getByLabel(w.distributor).fill('Forêt')
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(page.getByText(/^Also changed by Inès Castagné/)).toBeVisible()
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await page.getByLabel(w.firstname, { exact: true }).fill('Marc')
  await save(page)
  await page.getByText(w.facts).click()
  await expect(page.getByRole('main').getByText('Montagne').first()).toBeVisible()
})

test('testers are added by their addresses, in any order and spelling [T769]', async ({ page }) => {
  await signIn(page, 'backoffice')
  await page.goto('/betaGroup/show/1')
  await page.getByRole('button', { name: 'Paste addresses' }).click()
  const dialog = page.getByRole('dialog')
  const other = 'newcustomer@example.com'
  await dialog.getByLabel('Email addresses').fill(`"Köhler, Jörg" <BETA@example.com>; ${other}\nnobody@example.com`)
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByText('1 is in the group already')).toBeVisible()
  await expect(dialog.getByText('1 address was not found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add 1 tester' }).click()
  await expect(page.getByText('1 tester added')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: other })).toBeVisible()
})

test('the unused codes of a leaked file are recalled, with the reason [T770]', async ({ page }) => {
  await signIn(page, 'marketing')
  await page.goto('/warrantyCode/index')
  await page.getByRole('button', { name: w.batches }).click()
  const batches = page.getByRole('dialog', { name: w.batches })
  const recalls = batches.getByRole('button', { name: w.recall })
  await expect(recalls.first()).toBeVisible()
  const before = await recalls.count()
  await recalls.first().click()
  const recalling = page.getByRole('dialog', { name: w.recall })
  await recalling.getByLabel('Reason').fill('The file was published')
  await recalling.getByRole('button', { name: /^Recall \d+ codes$/ }).click()
  await expect(page.getByText(/^\d+ codes are void$/)).toBeVisible()
  await expect(batches.getByText(/^Recalled .* by .*: The file was published/).first()).toBeVisible()
  await expect(recalls).toHaveCount(before - 1)
})
