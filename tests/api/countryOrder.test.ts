// @module-tag rest
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { getCountryNames } from '../../src/app/kit/fields/countryNames.ts'
import { type Locale, locales } from '../../src/contract/rules.ts'
import { countryRank } from '../../src/server/db/countryRank.ts'
import { rowsOf } from '../../src/server/db/rowsOf.ts'
import { users } from '../../src/server/db/tables.ts'
import { bearer } from '../support/apiServer.ts'
import { listBody, listForm } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

/** A newer Node may call some countries otherwise than the names that the order was made of. */
const renamedAtMost = 5

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  beforeAll(async () => {
    for (const country of ['ES', 'GB', 'DE', 'CI', 'AT', 'xx', 'SE', 'CZ']) await server.join({ country, lastname: 'Ordered' })
  })

  /** In the order of the list for a reader who sends this header. */
  async function countriesFor(acceptLanguage?: string, changed: object = {}): Promise<string[]> {
    const body = listForm({ search: 'ordered', sortBy: 'country', sortDesc: false, ...changed })
    const headers = { ...bearer(admin), ...(acceptLanguage !== undefined && { 'accept-language': acceptLanguage }) }
    const response = await server.request('/user/getB122TableResults', { method: 'POST', body, headers })
    const { items } = (await response.json()) as { items: { country: string }[] }
    return items.map(({ country }) => country)
  }

  // Austria, Côte d'Ivoire, Czechia, Germany, Spain, Sweden, United Kingdom
  const english = ['AT', 'CI', 'CZ', 'DE', 'ES', 'SE', 'GB', 'xx']
  // Allemagne, Autriche, Côte d’Ivoire, Espagne, Royaume-Uni, Suède, Tchéquie
  const french = ['DE', 'AT', 'CI', 'ES', 'GB', 'SE', 'CZ', 'xx']

  it.each([
    ['en', english],
    ['fr', french],
    ['fr-CA, en;q=0.5', french],
    ['de, fr;q=0.7, en;q=0.8', english],
  ])('sorts users by the names of their countries for a reader of %s, forwards and backwards', async (language, countries) => {
    expect(await countriesFor(language)).toEqual(countries)
    expect(await countriesFor(language, { sortDesc: true })).toEqual(countries.toReversed())
    expect(await countriesFor(language, { perPage: 2147483647 })).toEqual(countries)
    const pages = await Promise.all([1, 2, 3].map((currentPage) => countriesFor(language, { perPage: 3, currentPage })))
    expect(pages.flat()).toEqual(countries)
  })

  it('takes the language that somebody chose last, where a client does not say which one it shows', async () => {
    expect(await countriesFor()).toEqual(english)
    await admin.locale.setLocale({ body: { locale: 'fr' } })
    expect(await countriesFor()).toEqual(french)
    expect(await countriesFor('de')).toEqual(french)
    expect(await countriesFor('en')).toEqual(english)
  })

  it('keeps people of one country in the order of their ids', async () => {
    const ids = [await server.join({ country: 'IT', lastname: 'Tied' }), await server.join({ country: 'IT', lastname: 'Tied' })]
    const { items } = await admin.user.getB122TableResults({ body: listBody({ search: 'tied', sortBy: 'country', sortDesc: false }) })
    expect(items.map(({ id }) => id)).toEqual(ids.map(({ userId }) => userId))
  })

  it.each(locales)('has every country that the screens name in the order of those names (%s) [T66]', async (locale: Locale) => {
    const names = getCountryNames(locale)
    const named = Object.keys(names).filter((code) => names[code] !== code)
    const codes = sql.join(
      named.map((code) => sql`(${code})`),
      sql`, `,
    )
    const rank = sql`(select ${countryRank(users.country, locale)} from (select code as country) as users)`
    const rows = rowsOf(
      await server.context.db.execute(sql`select code, ${rank} as rank from (values ${codes}) as codes(code) order by rank, code`),
    )
    expect(rows.filter((row) => Number(row['rank']) > 1_000)).toEqual([])
    const { compare } = new Intl.Collator(locale)
    const inOrder = rows.map((row) => names[String(row['code'])] ?? '')
    const misplaced = inOrder.filter((name, index) => compare(name, inOrder[index + 1] ?? name) > 0)
    expect(misplaced.slice(renamedAtMost)).toEqual([])
    expect(inOrder.length).toBeGreaterThan(240)
  })
})
