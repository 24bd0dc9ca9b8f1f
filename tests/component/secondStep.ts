/** Signs in as far as the second step. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { type FactorKind, factorKinds } from '../../src/contract/rules.ts'
import { AppError } from '../../src/errors.ts'
import { words } from '../e2e/words.ts'
import { enterPassword } from './accountForms.ts'
import { configuration } from './answers.ts'
import { createCustomer } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { passkeyRequest } from './passkeys.ts'
import { openApp, sessionOf } from './render.tsx'

export const credentials = { username: 'customer@example.com', password: 'demo-Fieldport-2026' }
const home: FakeCalls = { ...createCustomer().calls, locale: { setLocale: () => ({}) } }
export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const refusing = (...[code, details]: ConstructorParameters<typeof AppError>) => {
  throw new AppError(code, details)
}

type Account = {
  readonly factors?: readonly FactorKind[]
  readonly hasSms?: boolean
  readonly passkeyOrigin?: string
  readonly contactUrl?: string | null
  readonly calls?: FakeCalls
}

/** Enters the password, by the keyboard alone; the account's second step follows. */
export async function reachSecondStep({ factors = factorKinds, hasSms = false, ...account }: Account = {}) {
  const { passkeyOrigin = location.origin, contactUrl = configuration.brand.contactUrl, calls = {} } = account
  const sms = { phoneNumber: hasSms ? '+33 ••••••• 04' : null, resendInSeconds: hasSms ? 60 : null }
  const app = await openApp('/login', {
    calls: [
      home,
      {
        configuration: { get: () => ({ ...configuration, brand: { ...configuration.brand, contactUrl }, passkeyOrigin }) },
        authentication: {
          beforeLogin: () => ({ displayCodeValidation: hasSms, factors: [...factors], ...sms }),
          login: () => sessionOf('customer'),
          ...calls.authentication,
        },
        factorSignIn: { beginPasskey: () => passkeyRequest('own'), checkFactor: () => ({}), ...calls.factorSignIn },
      },
    ],
  })
  await enterPassword()
  // On no other view.
  await expect.element(button(words.en.anotherAccount)).toBeVisible()
  return app
}
