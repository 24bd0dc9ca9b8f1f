/** Staff delete a customer's detector and coil on the user's page. */
import type { Page } from 'playwright/test'
import { expect, signIn, test } from './portal.ts'
import { rowsOf, searchFor } from './staff.ts'

/** Each member of staff has a customer of their own, so that the tests share nothing. */
const journeys = [
  { staff: 'admin', account: 'customer', owner: 'Marc Delaunay', detector: '0A 1B 2C 3D 4E', coil: 'C0 11 A0 00 02', other: 'HF9K20417' },
  { staff: 'backoffice', account: 'beta', owner: 'Jörg Köhler', detector: '0A 1B 2C 3D 4F', coil: 'C0 11 A0 00 11', other: null },
] as const

/** Answers the question about this detector or coil. */
async function remove(page: Page, name: string, question: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `Delete ${name}`, exact: true })
    .click()
  const dialog = page.getByRole('alertdialog', { name: question, exact: true })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toBeHidden()
}

for (const { staff, account, owner, detector, coil, other } of journeys)
  test(`${staff} deletes a customer’s detector, undoes it, and deletes it with a coil: its owner sees neither`, async ({
    page,
    openElsewhere,
  }) => {
    await signIn(page, staff)
    const portal = await openElsewhere(account)
    const detectors = portal.getByRole('region', { name: 'My equipment' })
    const coils = portal.getByRole('region', { name: 'Coils without a detector' })
    await expect(detectors).toContainText(detector)
    await expect(detectors.getByRole('list', { name: 'Coils of WS6 Master' })).toContainText(coil)

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click()
    await searchFor(page, `${account}@example.com`)
    await rowsOf(page)
      .filter({ has: page.getByRole('cell', { name: `${account}@example.com`, exact: true }) })
      .getByRole('link')
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(owner)
    const named = `WS6 Master ${detector}`
    const questionOfDetector = `Delete detector ${named} of ${owner}?`
    // The page's history says the same words.
    const notifications = page.getByRole('region', { name: /^Notifications/ })
    await remove(page, named, questionOfDetector)
    await expect(notifications.getByText('Detector deleted')).toBeVisible()
    await expect(page.getByText('No detector yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notifications.getByText('Restored')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Products' })).toContainText(detector)
    await portal.reload()
    await expect(detectors).toContainText(detector)

    await remove(page, named, questionOfDetector)
    await expect(page.getByText('No detector yet.')).toBeVisible()
    await remove(page, coil, `Delete coil ${coil} of ${owner}?`)
    await expect(notifications.getByText('Coil deleted')).toBeVisible()
    await portal.reload()
    await expect(detectors).toContainText('No detector yet')
    if (other === null) await expect(coils).toBeHidden()
    else await expect(coils).toContainText(other)
    await expect(portal.getByRole('main')).not.toContainText(coil)
  })
