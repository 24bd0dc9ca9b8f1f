/** The behaviour that all back-office forms share, tested on the form of a product. */
import { createBrowserHistory } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { describeInEachLanguage } from '../../../../tests/component/languages.ts'
import { productRows, shownProduct } from '../../../../tests/component/records.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import type { ShownProduct } from '../../../contract/product.ts'
import { AppError } from '../../../errors.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { openRows } from '../../browser/browserStore.ts'

const words = {
  en: {
    name: 'Name',
    typeName: 'Type name',
    typeId: 'Type number',
    save: 'Save',
    mandatory: 'This field is required',
    nameTaken: 'This name is already used',
    typeTaken: 'Another product already has this type number',
    added: 'Product added',
    leave: 'Leave without saving?',
    cancel: 'Cancel',
  },
  fr: {
    name: 'Nom',
    typeName: 'Nom du type',
    typeId: 'Numéro de type',
    save: 'Enregistrer',
    mandatory: 'Ce champ est obligatoire',
    nameTaken: 'Ce nom est déjà utilisé',
    typeTaken: 'Un autre produit a déjà ce numéro de type',
    added: 'Produit ajouté',
    leave: 'Quitter sans enregistrer',
    cancel: 'Annuler',
  },
} as const

let stored: ShownProduct
/** The fields that somebody else has changed since the form was opened. */
const theirs = new Set<string>()
const date = '2026-11-27T13:02:00.000Z'

function saveTheirs(change: Partial<ShownProduct>): void {
  stored = { ...stored, ...change, version: stored.version + 1 }
  for (const name of Object.keys(change)) theirs.add(name)
}

const product = {
  ...fakeTable(() => productRows),
  get: () => stored,
  create({ body: { name, typeName, typeId } }) {
    if (name.toLowerCase() === 'ws6 master') throw new AppError('name.already.exists.error', { invalidField: 'name' })
    if (typeId === 6) throw new AppError('typeId.already.exists.error', { invalidField: 'typeId' })
    stored = shownProduct({ id: 5, tostring: name, name, typeName, typeId })
    return { id: 5 }
  },
  /** As the server does: the fields that the page says it changed, unless somebody else has changed them too. */
  update({ params: { id }, body: { version, changedFields, ...fields } }) {
    const isOutdated = version !== stored.version
    if (isOutdated && changedFields === undefined) throw new AppError('changed.meanwhile.error')
    const changes = (changedFields ?? []).flatMap((name) =>
      isOutdated && theirs.has(name) ? [{ field: name, by: 'Marie Market', date }] : [],
    )
    if (changes.length > 0) throw new AppError('changed.meanwhile.error', { meanwhile: { version: stored.version, changes } })
    const kept =
      changedFields === undefined
        ? {}
        : Object.fromEntries(Object.entries(stored).filter(([name]) => !changedFields.some((one) => one === name)))
    stored = { ...stored, ...fields, ...kept, version: stored.version + 1 }
    stored = { ...stored, tostring: stored.name }
    return { id }
  },
} satisfies FakeCalls['product']

beforeEach(() => {
  stored = shownProduct()
  theirs.clear()
})

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
const open = (path: string, locale: 'en' | 'fr' = 'en') => openApp(path, { as: 'backoffice', calls: { product }, locale })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const reopen = (path: string) => openApp(path, { as: 'backoffice', calls: { product }, isReturning: true })
const question = (name: string = words.en.leave) => page.getByRole('alertdialog', { name })

describeInEachLanguage('a new record (%s)', (locale) => {
  const w = words[locale]

  it('shows missing values and the server’s errors on their fields, and focuses the first one [T17]', async () => {
    const { address } = await open('/product/create', locale)
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText(w.mandatory)).toHaveLength(3)
    await expect.element(field(w.name)).toHaveFocus()
    await expectNoAxeFindings('form with errors')
    await field(w.name).fill('ws6 master')
    await field(w.typeName).fill('WS6')
    await field(w.typeId).fill('6')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText(w.nameTaken)).toBeVisible()
    await expect.element(field(w.name)).toHaveFocus()
    await expect.element(field(w.name)).toHaveAccessibleDescription(new RegExp(w.nameTaken))
    await field(w.name).fill('Élan')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(field(w.typeId)).toHaveAccessibleDescription(new RegExp(w.typeTaken))
    await expect.element(field(w.typeId)).toHaveFocus()
    // What was typed is still there.
    await expect.element(field(w.name)).toHaveValue('Élan')
    await field(w.typeId).fill('77')
    await page.getByRole('button', { name: w.save }).click()
    await expect.element(page.getByText(w.added)).toBeVisible()
    await expect.poll(address).toBe('/product/show/5')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Élan')
  })

  it('asks before it is left with unsaved changes', async () => {
    const { address } = await open('/product/create', locale)
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

it('a new record asks before Back leaves it with unsaved changes', async () => {
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
  await openApp('/product/create', { as: 'backoffice', calls: { product }, history: own })
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
  const { address } = await open('/product/edit/3')
  await expect.element(field('Name')).toHaveValue('WSAII')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect.poll(address).toBe('/product/show/3')
})

const conflictOn = (name: string) => page.getByRole('group', { name: `Changed by two people: ${name}` })

it('asks beside a field that somebody else has changed too, with both values, who and when, and takes over the rest', async () => {
  await open('/product/edit/3')
  await field('Type name').fill('WSAII mine')
  saveTheirs({ typeName: 'WSAII theirs', typeId: 9 })
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
  await question().getByRole('button', { name: 'Cancel' }).click()
  await asked.getByRole('button', { name: 'Use mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII mine' })).toBeVisible()
  expect(stored).toMatchObject({ typeName: 'WSAII mine', typeId: 9 })
})

it('lets the second person use the first one’s value instead, field by field', async () => {
  await open('/product/edit/3')
  await field('Name').fill('Mine')
  await field('Type name').fill('WSAII mine')
  saveTheirs({ name: 'Theirs', typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await conflictOn('Name').getByRole('button', { name: 'Use mine' }).click()
  await expect.element(conflictOn('Type name')).toHaveFocus()
  await conflictOn('Type name').getByRole('button', { name: 'Use theirs' }).click()
  await expect.element(field('Type name')).toHaveValue('WSAII theirs')
  await expect.element(field('Name')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Mine')
  expect(stored).toMatchObject({ name: 'Mine', typeName: 'WSAII theirs' })
})

it('saves a change of another field than somebody else’s without a question', async () => {
  await open('/product/edit/3')
  await field('Name').fill('Mine')
  saveTheirs({ typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Mine')
  expect(stored).toMatchObject({ name: 'Mine', typeName: 'WSAII theirs' })
})

it('saving without a change keeps what somebody else has saved meanwhile', async () => {
  await open('/product/edit/3')
  await expect.element(field('Name')).toHaveValue('WSAII')
  saveTheirs({ typeName: 'WSAII theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII theirs' })).toBeVisible()
})

const updateAtOlder: typeof product.update = (parts) => {
  if (parts.body.changedFields !== undefined) throw new AppError('request.invalid', { invalidField: 'changedFields' })
  return product.update(parts)
}

const openAtOlder = () => openApp('/product/edit/3', { as: 'backoffice', calls: { product: { ...product, update: updateAtOlder } } })

describe('at a server that does not know which fields were changed', () => {
  it('shows the second person to save what the first one changed, and lets them keep their own changes', async () => {
    await openAtOlder()
    await field('Type name').fill('WSAII mine')
    saveTheirs({ typeName: 'WSAII theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'Someone else has changed this since you opened it' })
    await expect.element(told).toMatchTextContent('Type name: WSAII → WSAII theirs')
    await expectNoAxeFindings('changed meanwhile')
    await told.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('definition').filter({ hasText: 'WSAII mine' })).toBeVisible()
  })

  it('lets the second person use the first one’s changes instead', async () => {
    await openAtOlder()
    await field('Type name').fill('WSAII mine')
    saveTheirs({ typeName: 'WSAII theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Use their changes' }).click()
    await expect.element(field('Type name')).toHaveValue('WSAII theirs')
    await expect.element(page.getByText('Unsaved changes')).not.toBeInTheDocument()
  })
})

describe('what was typed and not saved', () => {
  const table = openRows<{ owner: number; values: Readonly<Record<string, unknown>> }>('formDrafts')
  const kept = async () => (await table.all()).filter(({ owner }) => owner === sessionOf('backoffice').id).map(({ values }) => values)
  const offer = page.getByText('There is unsaved text from')

  async function typeIn(label: string, text: string): Promise<void> {
    await field(label).fill(text)
    await expect.poll(kept).toContainEqual(expect.objectContaining({ typeName: text }))
  }

  it('is offered after a reload, changes nothing before it is taken up, and is gone once it is saved [T790]', async () => {
    await open('/product/create')
    await typeIn('Type name', 'half done')
    await reopen('/product/create')
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

  it('can be discarded', async () => {
    await open('/product/edit/3')
    await typeIn('Type name', 'half done')
    await reopen('/product/edit/3')
    await button('Discard it').click()
    await expect.element(offer).not.toBeInTheDocument()
    await expect.element(field('Type name')).toHaveValue('WSAII')
    await expect.poll(kept).toEqual([])
  })

  it('is forgotten once it is taken back', async () => {
    await open('/product/edit/3')
    await typeIn('Type name', 'half done')
    await field('Type name').fill('WSAII')
    await expect.poll(kept).toEqual([])
  })

  it('is written at the very moment when the session ends, and is offered to the same person only [T791]', async () => {
    const { address } = await open('/product/edit/3')
    await field('Type name').fill('half done')
    await expect.element(page.getByText('Unsaved changes')).toBeVisible()
    const mine = sessionOf('backoffice')
    sessionStore.end('refused')
    // routes.spec.tsx tests the redirect to the sign-in; here the same person returns to the form.
    sessionStore.write(mine)
    await expect.poll(kept).toHaveLength(1)
    await reopen(address())
    await button('Continue with it').click()
    await expect.element(field('Type name')).toHaveValue('half done')
    await open('/product/edit/3')
    await expect.element(field('Type name')).toHaveValue('WSAII')
    await expect.element(offer).not.toBeInTheDocument()
  })

  it('never overrides what somebody has saved since: another field stays theirs, the same one is asked about [T792]', async () => {
    await open('/product/edit/3')
    await typeIn('Type name', 'WSAII mine')
    saveTheirs({ typeName: 'WSAII theirs', typeId: 9 })
    await reopen('/product/edit/3')
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
    expect(stored).toMatchObject({ typeName: 'WSAII theirs', typeId: 9 })
  })
})

it('a deleted record has no form [T306]', async () => {
  stored = shownProduct({ isDeleted: true })
  await open('/product/edit/3')
  await expect.element(page.getByText('This element has been deleted.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

it('shows an error that belongs to no field, and can be sent again', async () => {
  let isAway = true
  const away: FakeCalls['product'] = {
    ...product,
    create(parts) {
      if (isAway) throw new AppError('service.unavailable.error')
      return product.create(parts)
    },
  }
  await openApp('/product/create', { as: 'backoffice', calls: { product: away } })
  await field('Name').fill('Field')
  await field('Type name').fill('WS6')
  await field('Type number').fill('99')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server is busy or being updated')
  isAway = false
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Field')
})
