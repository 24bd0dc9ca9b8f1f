/** The behaviour that all back-office forms share, tested on the form of a product. Merging: mergedForm.spec.tsx; unsaved text: unsavedText.spec.tsx. */
import { createBrowserHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { failing } from '../../../../tests/component/fakeApi.ts'
import { createProductForm, field } from '../../../../tests/component/productForm.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const w = {
  name: 'Name',
  typeId: 'Type number',
  save: 'Save',
  nameTaken: 'This name is already used',
  leave: 'Leave without saving?',
  cancel: 'Cancel',
} as const

let world: ReturnType<typeof createProductForm>
beforeEach(() => {
  world = createProductForm()
})

const question = (name: string = w.leave) => page.getByRole('alertdialog', { name })

describe('a new record', () => {
  it('shows missing values and the server’s errors on their fields, and focuses the first one [T17]', async () => {
    const { address } = await world.open('/product/create')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText('This field is required')).toHaveLength(3)
    await expect.element(field(w.name)).toHaveFocus()
    await expectNoAxeFindings('form with errors')
    await field(w.name).fill('ws6 master')
    await field('Type name').fill('WS6')
    await field(w.typeId).fill('6')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText(w.nameTaken)).toBeVisible()
    await expect.element(field(w.name)).toHaveFocus()
    await expect.element(field(w.name)).toHaveAccessibleDescription(new RegExp(w.nameTaken))
    await field(w.name).fill('Élan')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(field(w.typeId)).toHaveAccessibleDescription(/Another product already has this type number/)
    await expect.element(field(w.typeId)).toHaveFocus()
    // What was typed is still there.
    await expect.element(field(w.name)).toHaveValue('Élan')
    await field(w.typeId).fill('77')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText('Product added')).toBeVisible()
    await expect.poll(address).toBe('/product/show/5')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Élan')
  })

  it('asks before it is left with unsaved changes', { tags: 'rest' }, async () => {
    const { address } = await world.open('/product/create')
    await field(w.name).fill('Half')
    await page.getByRole('link', { name: w.cancel }).click()
    await expect.element(page.getByRole('alertdialog', { name: w.leave })).toBeVisible()
    await expectNoAxeFindings('question')
    await page.getByRole('alertdialog').getByRole('button', { name: w.cancel }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(field(w.name)).toHaveValue('Half')
    await field(w.name).fill('Half done')
    expect(address()).toBe('/product/create')
    await page.getByRole('link', { name: w.cancel }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await expect.poll(address).toBe('/product/index')
  })
})

it('a new record asks before Back leaves it with unsaved changes', { tags: 'rest' }, async () => {
  const { href } = location
  const state: unknown = history.state
  const own = createBrowserHistory()
  onTestFinished(() => {
    own.destroy()
    history.replaceState(state, '', href)
  })
  own.push('/product/index')
  own.flush()
  own.push('/product/create')
  own.flush()
  await openApp('/product/create', { as: 'backoffice', calls: { product: world.product }, history: own })
  await field('Name').fill('Half')
  own.back()
  await question().getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question()).not.toBeInTheDocument()
  await expect.element(field('Name')).toHaveValue('Half')
  await expect.poll(() => location.pathname).toBe('/product/create')
  own.back()
  await question().getByRole('button').last().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Products')
  expect(location.pathname).toBe('/product/index')
})

it('an unchanged form is left without a question [T18]', async () => {
  const { address } = await world.open('/product/edit/3')
  await expect.element(field('Name')).toHaveValue('WSAII')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(address).toBe('/product/show/3')
})

it('a deleted record has no form [T306]', async () => {
  await createProductForm({ isDeleted: true }).open('/product/edit/3')
  await expect.element(page.getByText('This element has been deleted.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

it('shows an error that belongs to no field, and can be sent again', { tags: 'rest' }, async () => {
  const { answer, end } = failing(world.product.create, 'service.unavailable.error')
  await openApp('/product/create', { as: 'backoffice', calls: { product: { ...world.product, create: answer } } })
  await field('Name').fill('Field')
  await field('Type name').fill('WS6')
  await field('Type number').fill('99')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server is busy or being updated')
  end()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Field')
})
