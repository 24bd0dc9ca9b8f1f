import { expect, it } from 'vitest'
import { countryOptions } from './useCountryOptions.ts'

const prefixes = [
  { country: 'DE', prefix: '+49' },
  { country: 'ET', prefix: '+251' },
  { country: 'FR', prefix: '+33' },
  { country: 'ZA', prefix: '+27' },
]

it('names countries in the user’s language and sorts them with accents among their letters', () => {
  expect(countryOptions(prefixes, 'en').map(({ label }) => label)).toEqual(['Ethiopia', 'France', 'Germany', 'South Africa'])
})

it('lists France first in French, and each country with its prefix', () => {
  const options = countryOptions(prefixes, 'fr')
  expect(options.map(({ label }) => label)).toEqual(['France', 'Afrique du Sud', 'Allemagne', 'Éthiopie'])
  expect(options[0]).toEqual({ value: 'FR', label: 'France', detail: '+33' })
})
