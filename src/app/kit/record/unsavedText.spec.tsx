// @module-tag rest
/** What was typed into a form and not saved, on the form of a product. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { conflictOn, createProductForm, field } from '../../../../tests/component/productForm.ts'
import { sessionOf } from '../../../../tests/component/render.tsx'
import { sessionStore } from '../../api/sessionStore.ts'
import { openRows } from '../../browser/rows/browserStore.ts'
import { hasDrafts } from '../../offline/formDrafts.ts'

let world: ReturnType<typeof createProductForm>
beforeEach(() => {
  world = createProductForm()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('what was typed and not saved', () => {
  const table = openRows<{ owner: number; values: Readonly<Record<string, unknown>> }>('formDrafts')
  const kept = async () => (await table.all()).filter(({ owner }) => owner === sessionOf('backoffice').id).map(({ values }) => values)
  const offer = page.getByText('There is unsaved text from')

  async function typeIn(label: string, text: string): Promise<void> {
    await field(label).fill(text)
    await expect.poll(kept).toContainEqual(expect.objectContaining({ typeName: text }))
  }

  it('is offered after a reload, changes nothing before it is taken up, and is gone once it is saved [T790]', async () => {
    await world.open('/product/create')
    await typeIn('Type name', 'half done')
    await world.reopen('/product/create')
    await expect.element(offer).toBeVisible()
    await expect.element(field('Type name')).toHaveValue('')
    await expectNoAxeFindings('offered')
    await button('Continue with it').click()
    await expect.element(field('Type name')).toHaveValue('half done')
    await expect.element(offer).not.toBeInTheDocument()
    await field('Name').fill('Field')
    await field('Type number').fill('99')
    await button('Save').click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Field')
    await expect.poll(kept).toEqual([])
  })

  it('is asked about by a sign-out a moment after it was typed, and forgotten once it is taken back', async () => {
    await world.open('/product/edit/3')
    await field('Type name').fill('half done')
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    expect(await hasDrafts(sessionOf('backoffice').id)).toBe(true)
    expect(await kept()).toContainEqual(expect.objectContaining({ typeName: 'half done' }))
    await field('Type name').fill('WSAII')
    await expect.poll(kept).toEqual([])
  })

  it('can be discarded', async () => {
    await world.open('/product/edit/3')
    await typeIn('Type name', 'half done')
    await world.reopen('/product/edit/3')
    await button('Discard it').click()
    await expect.element(offer).not.toBeInTheDocument()
    await expect.element(field('Type name')).toHaveValue('WSAII')
    await expect.poll(kept).toEqual([])
  })

  it('is written at the very moment when the session ends, and is offered to the same person only [T791]', async () => {
    const { address } = await world.open('/product/edit/3')
    await field('Type name').fill('half done')
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    const mine = sessionOf('backoffice')
    sessionStore.end('refused')
    // routes.spec.tsx tests the redirect to the sign-in; here the same person returns to the form.
    sessionStore.write(mine)
    await expect.poll(kept).toHaveLength(1)
    await world.reopen(address())
    await button('Continue with it').click()
    await expect.element(field('Type name')).toHaveValue('half done')
    await world.open('/product/edit/3')
    await expect.element(field('Type name')).toHaveValue('WSAII')
    // What is stored after the drafts were looked for.
    await typeIn('Type name', 'of somebody else')
    await expect.element(offer).not.toBeInTheDocument()
  })

  it('never overrides what somebody has saved since: another field stays theirs, the same one is asked about [T792]', async () => {
    await world.open('/product/edit/3')
    await typeIn('Type name', 'WSAII mine')
    world.saveTheirs({ typeName: 'WSAII theirs', typeId: 9 })
    await world.reopen('/product/edit/3')
    await expect.element(page.getByText('This has been saved since.')).toBeVisible()
    await button('Continue with it').click()
    await expect.element(field('Type name')).toHaveValue('WSAII mine')
    await expect.element(field('Type number')).toHaveValue('9')
    await button('Save').click()
    const asked = conflictOn('Type name')
    await expect.element(asked).toMatchTextContent('TheirsWSAII theirsMineWSAII mine')
    await asked.getByRole('button', { name: 'Use theirs' }).click()
    await button('Save').click()
    await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII theirs' })).toBeVisible()
    expect(world.stored()).toMatchObject({ typeName: 'WSAII theirs', typeId: 9 })
  })
})
