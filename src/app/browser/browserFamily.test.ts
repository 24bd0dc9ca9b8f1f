import { expect, it } from 'vitest'
import { browserFamily } from './browserFamily.ts'

const naming = (...brands: string[]) => browserFamily({ userAgentData: { brands: brands.map((brand) => ({ brand })) } })

it.each([
  [['Not)A;Brand', 'Google Chrome', 'Chromium'], 'chrome'],
  [['Chromium', 'Microsoft Edge', 'Not=A?Brand'], 'edge'],
  [['Opera', 'Chromium'], 'opera'],
  [['Chromium', 'Brave'], 'other'],
] as const)('is known by its brands: %j', (brands, family) => {
  expect(naming(...brands)).toBe(family)
})

it('is another one where it names none', () => {
  expect(browserFamily({})).toBe('other')
})
