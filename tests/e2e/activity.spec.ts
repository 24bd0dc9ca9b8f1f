import { bearer } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { listIsThere, rowsOf } from './staff.ts'

const w = {
  undoIn: (name: string) => `Undo this change to ${name}`,
  undo: 'Undo this change',
} as const

test('an administrator finds what a colleague changed last week, and undoes it unless it was changed again [T789]', async ({
  page,
  request,
  expectComplaint,
}) => {
  // What was changed again is refused.
  expectComplaint('409')
  const headers = await bearer(request, 'backoffice')
  const product = { typeName: 'WS6', typeId: '901' }
  const save = async (path: string, form: Record<string, string>) => {
    const answer = await request.post(`/backend${path}`, { headers, form })
    expect(answer.status(), await answer.text()).toBe(200)
    // The contract's answer of every form.
    return (await answer.json()) as { id: number }
  }
  const { id } = await save('/product', { ...product, name: 'Comet' })
  await save(`/product/${id}`, { ...product, name: 'Halley' })
  const marc = { firstname: 'Marc', lastname: 'Delaunay', username: 'customer@example.com', country: 'FR', isBetaTester: 'false' }
  await save('/user/4', {
    ...marc,
    phonePrefix: '+33',
    phoneNumber: '639980004',
    distributor: 'Dig',
    changedFields: 'distributor',
  })

  await signIn(page, 'admin')
  const { id: colleagueId } = (await (
    await request.post('/backend/api/login', { data: { username: 'backoffice@example.com', password: 'demo-Fieldport-2026' } })
  ).json()) as { id: number }
  await page.goto(`/user/show/${colleagueId}`)
  await page.getByRole('link', { name: 'What they changed' }).click()
  await page.getByRole('link', { name: 'Last 7 days' }).click()
  await listIsThere(page)
  const change = rowsOf(page).filter({ hasText: 'Name: Comet → Halley' })
  await expect(rowsOf(page).filter({ hasText: '→ Dig' }).first()).toBeVisible()
  await change.getByRole('button', { name: w.undoIn('Halley') }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: w.undo }).click()
  await expect(page.getByText('Change undone')).toBeVisible()
  await change.getByRole('link', { name: 'Comet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comet')

  // The colleague gives it another name once its history is there, and before that is read again.
  const undo = page.getByRole('button', { name: w.undo }).first()
  await expect(undo).toBeVisible()
  await save(`/product/${id}`, { ...product, name: 'Vega' })
  await undo.click()
  await dialog.getByRole('button', { name: w.undo }).click()
  await expect(dialog.getByRole('heading', { name: 'Not undone: this has been changed again since' })).toBeVisible()
  await expect(dialog.getByText(/^Name: changed by .+, \d\d\/\d\d\/\d{4}/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vega')
})
