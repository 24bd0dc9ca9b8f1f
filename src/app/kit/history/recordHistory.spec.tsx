// @module-tag rest
/** The words of the history, for each field of each record: never a key, never a code. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { fieldChanges } from '../../../../tests/support/fieldChanges.ts'
import type { RecordEntity } from '../../../contract/recordFields.ts'
import { locales } from '../../../contract/rules.ts'

// The table has each entity once.
const entities = Object.keys(fieldChanges) as RecordEntity[]

describe.each(locales)('the history (%s)', (locale) => {
  it.each(entities)('says what was changed of a %s', async (entity) => {
    const rows = Object.entries<{ before: unknown; after: unknown; en: string; fr: string }>(fieldChanges[entity])
    const side = (name: 'before' | 'after') => Object.fromEntries(rows.map(([field, row]) => [field, row[name]]))
    const about = { id: 1, date: '2026-11-20T10:00:00.000Z', action: 'update', by: null } as const
    const audit = { getForRecord: () => [{ ...about, before: side('before'), after: side('after') }] }
    await openApp(`/${entity}/show/3`, { as: 'admin', locale, calls: { ...callsOfAllScreens(), audit } })
    await expect.element(page.getByRole('deletion').first()).toBeVisible()
    const lines = [...document.querySelectorAll('del')].map(({ parentElement }) => parentElement?.textContent)
    expect(lines).toEqual(rows.map(([, row]) => row[locale]))
  })
})

it('names the records that a form held, with a comma between them', async () => {
  const about = { id: 1, date: '2026-11-20T10:00:00.000Z', action: 'update', by: null } as const
  const named = [
    { id: 1, tostring: 'WS6 Master' },
    { id: 2, tostring: 'WSAII' },
  ]
  const audit = { getForRecord: () => [{ ...about, before: { selectedProductIds: [] }, after: { selectedProductIds: named } }] }
  await openApp('/firmware/show/3', { as: 'admin', calls: { ...callsOfAllScreens(), audit } })
  await expect.element(page.getByText('Products: – → WS6 Master, WSAII')).toBeVisible()
})
