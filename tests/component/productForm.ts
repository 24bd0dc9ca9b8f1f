/** The form of a product that somebody else may change meanwhile, with the server's answers. */
import { page } from 'vitest/browser'
import type { ShownProduct } from '../../src/contract/product.ts'
import { AppError } from '../../src/errors.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { productRows, shownProduct } from './records.ts'
import { openApp } from './render.tsx'

const date = '2026-11-27T13:02:00.000Z'

export function createProductForm(others: Partial<ShownProduct> = {}) {
  let stored = shownProduct(others)
  /** The fields that somebody else has changed since the form was opened. */
  const theirs = new Set<string>()

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

  const as = { as: 'backoffice', calls: { product } } as const
  return {
    product,
    stored: () => stored,
    saveTheirs(change: Partial<ShownProduct>): void {
      stored = { ...stored, ...change, version: stored.version + 1 }
      for (const name of Object.keys(change)) theirs.add(name)
    },
    open: (path: string) => openApp(path, as),
    /** The same person again, after a reload. */
    reopen: (path: string) => openApp(path, { ...as, isReturning: true }),
  }
}

export const field = (label: string) => page.getByRole('textbox', { name: label, exact: true })
/** What is asked beside a field. */
export const conflictOn = (name: string) => page.getByRole('group', { name: `Changed by two people: ${name}` })
