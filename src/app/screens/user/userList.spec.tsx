// @module-tag rest
/** What the list of users says of each. What all lists share: kit/table/list.spec.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { deletedFilter, fakeTable } from '../../../../tests/component/fakeTable.ts'
import { filters, listIsThere, rows } from '../../../../tests/component/list.ts'
import { userRow } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { Locale } from '../../../contract/rules.ts'
import type { OfferedFilter } from '../../../contract/table.ts'

const users = [
  userRow(1, { accountLocked: true, subscriptionName: 'TRIAL' }),
  userRow(2, { accountValidated: false, subscriptionName: 'PREMIUM' }),
  userRow(3, { isBetaTester: true }),
  userRow(4),
]
/** In the server's order, that of the codes. */
const countries = ['AT', 'BE', 'CH', 'DE', 'DZ', 'EG', 'ES', 'FI', 'GB', 'GR', 'US']
const countryFilter: OfferedFilter = {
  ...deletedFilter,
  name: 'country',
  options: countries.map((code) => ({ id: code, tostring: code })),
}

async function openUsers(locale: Locale = 'en') {
  await openApp('/user/index?sortDesc=false', {
    as: 'admin',
    locale,
    calls: { user: fakeTable(() => users, { filters: [countryFilter] }) },
  })
  await listIsThere()
}

/** A column's texts, from top to bottom. The checkboxes are column 0. */
const column = (index: number) =>
  rows()
    .elements()
    .map((row) => row.querySelectorAll('td')[index]?.textContent)

it('marks users who are blocked, not verified or beta testers, beside their name [T690]', async () => {
  await openUsers()
  expect(column(2)).toEqual(['Last1Blocked', 'Last2Not verified', 'Last3Beta tester', 'Last4'])
})

it.each([
  ['en', 'Free trial'],
  ['fr', 'Essai gratuit'],
] as const)('names subscriptions in words, in %s [T691]', async (locale, trial) => {
  await openUsers(locale)
  expect(column(6)).toEqual([trial, 'Premium', '–', '–'])
})

it.each([
  ['en', 'Country', ['Algeria', 'Austria', 'Belgium', 'Egypt', 'Finland', 'Germany', 'Greece', 'Spain', 'Switzerland', 'United Kingdom', 'United States']], // prettier-ignore
  ['fr', 'Pays', ['Algérie', 'Allemagne', 'Autriche', 'Belgique', 'Égypte', 'Espagne', 'États-Unis', 'Finlande', 'Grèce', 'Royaume-Uni', 'Suisse']], // prettier-ignore
] as const)('offers countries to filter by in alphabetical order, in %s [T692]', async (locale, label, names) => {
  await openUsers(locale)
  await (locale === 'en' ? filters() : page.getByRole('button', { name: /^Filtrer/ })).click()
  await page.getByRole('combobox', { name: label }).click()
  const options = page.getByRole('dialog').last().getByRole('option')
  await expect.element(options.first()).toBeVisible()
  expect(options.elements().map(({ textContent }) => textContent)).toEqual(names)
})
