import { expect, it } from 'vitest'
import { readConfig } from '../config/readConfig.ts'
import { checkContact } from './contact.ts'

const production = { NODE_ENV: 'production' }

it('calls it a fault that customers have nobody to ask, and says what to set', () => {
  expect(checkContact(readConfig(production))).toMatchObject({
    verdict: 'fault',
    whatToDo: expect.stringMatching(/BRAND_CONTACT_URL .* BRAND_CONTACT_EMAIL/),
  })
})

it.each([
  [{ BRAND_CONTACT_URL: 'https://example.com/help' }, 'https://example.com/help'],
  [{ BRAND_CONTACT_EMAIL: 'help@example.com' }, 'help@example.com'],
])('finds nothing wrong with %o', (environment, contact) => {
  expect(checkContact(readConfig({ ...production, ...environment }))).toMatchObject({
    verdict: 'ok',
    sentence: `Customers reach support at ${contact}.`,
  })
})
