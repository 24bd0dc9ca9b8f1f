// @module-tag rest
/** Two people who change the same record, on the form of a product. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { conflictOn, createProductForm, field } from '../../../../tests/component/productForm.ts'

let world: ReturnType<typeof createProductForm>
beforeEach(() => {
  world = createProductForm()
})

it('asks beside a field that somebody else has changed too, with both values, who and when, and takes over the rest', async () => {
  await world.open('/product/edit/3')
  await field('Type name').fill('WSAII mine')
  world.saveTheirs({ typeName: 'WSAII theirs', typeId: 9 })
  await page.getByRole('button', { name: 'Save' }).click()
  const asked = conflictOn('Type name')
  await expect.element(asked).toMatchTextContent(/Also changed by Marie Market, 27\/11\/2026 \d\d:02/)
  await expect.element(asked).toMatchTextContent('TheirsWSAII theirsMineWSAII mine')
  await expect.element(asked).toHaveFocus()
  await expect.element(asked).toBeInViewport()
  await expect.element(field('Type number')).toHaveValue('9')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectNoAxeFindings('changed by two people')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: 'Use mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII mine' })).toBeVisible()
  expect(world.stored()).toMatchObject({ typeName: 'WSAII mine', typeId: 9 })
})

it('lets the second person use the first one’s value instead, field by field', async () => {
  await world.open('/product/edit/3')
  await field('Name').fill('Mine')
  await field('Type name').fill('WSAII mine')
  world.saveTheirs({ name: 'Theirs', typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await conflictOn('Name').getByRole('button', { name: 'Use mine' }).click()
  await expect.element(conflictOn('Type name')).toHaveFocus()
  await conflictOn('Type name').getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(field('Type name')).toHaveValue('WSAII theirs')
  await expect.element(field('Name')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Mine')
  expect(world.stored()).toMatchObject({ name: 'Mine', typeName: 'WSAII theirs' })
})

it('saves a change of another field than somebody else’s without a question', async () => {
  await world.open('/product/edit/3')
  await field('Name').fill('Mine')
  world.saveTheirs({ typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Mine')
  expect(world.stored()).toMatchObject({ name: 'Mine', typeName: 'WSAII theirs' })
})

it('saving without a change keeps what somebody else has saved meanwhile', async () => {
  await world.open('/product/edit/3')
  await expect.element(field('Name')).toHaveValue('WSAII')
  world.saveTheirs({ typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII theirs' })).toBeVisible()
})
