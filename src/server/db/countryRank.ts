/** Countries in the order of their names. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '../../contract/rules.ts'

/**
 * The place of a country's name among all names in this language; codes without a name come last. Two database functions know it from a
 * migration (`country_rank_en`, `country_rank_fr`): the databases know no names, and order text in different ways.
 */
export function countryRank(country: Column, locale: Locale): SQL {
  return locale === 'fr' ? sql`country_rank_fr(${country})` : sql`country_rank_en(${country})`
}
