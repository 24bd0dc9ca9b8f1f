/** Signs in as far as the second step. */
import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type FactorKind, factorKinds, type Locale } from '../../src/contract/rules.ts'
import { AppError } from '../../src/errors.ts'
import { words } from '../e2e/words.ts'
import { configuration } from './answers.ts'
import { createCustomer } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { passkeyRequest } from './passkeys.ts'
import { openApp, sessionOf } from './render.tsx'

const secondStepTexts = {
  en: {
    title: 'Confirm your identity',
    passkey: 'Use a passkey',
    totp: 'Use your authenticator app',
    recoveryCode: 'Use a recovery code',
    sms: 'Use the code sent by SMS',
    method: 'Use another method',
    recoveryField: 'Recovery code',
    continue: 'Continue',
    notUsed: 'The passkey was not used. Please try again.',
    again: 'Your confirmation was valid for two minutes only. Please confirm once more.',
    lost: 'Lost access to all of these? An administrator can reset them.',
    contact: /Contact us: https:\/\/support\.example\.com\/$/,
    otherAddress: 'Passkeys work only at https://portal.example.com.',
    unusable: 'This account needs its passkey, which cannot be used in this browser or at this address.',
  },
  fr: {
    title: 'Confirmez votre identité',
    passkey: 'Utiliser une clé d’accès',
    totp: 'Utiliser votre application d’authentification',
    recoveryCode: 'Utiliser un code de secours',
    sms: 'Utiliser le code reçu par SMS',
    method: 'Utiliser une autre méthode',
    recoveryField: 'Code de secours',
    continue: 'Continuer',
    notUsed: 'La clé d’accès n’a pas été utilisée. Veuillez réessayer.',
    again: 'Votre confirmation n’était valable que deux minutes. Veuillez confirmer à nouveau.',
    lost: 'Vous n’avez plus accès à aucun de ces moyens\u00a0? Un administrateur peut les réinitialiser.',
    contact: /Contactez-nous\s: https:\/\/support\.example\.com\/$/,
    otherAddress: 'Les clés d’accès ne fonctionnent qu’à l’adresse https://portal.example.com.',
    unusable: 'Ce compte exige sa clé d’accès, qui n’est pas utilisable dans ce navigateur ou à cette adresse.',
  },
}

export const credentials = { username: 'customer@example.com', password: 'demo-Fieldport-2026' }
const home: FakeCalls = { ...createCustomer().calls, locale: { setLocale: () => ({}) } }
export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const refusing = (...[code, details]: ConstructorParameters<typeof AppError>) => {
  throw new AppError(code, details)
}

type Account = {
  readonly locale?: Locale
  readonly factors?: readonly FactorKind[]
  readonly hasSms?: boolean
  readonly passkeyOrigin?: string
  readonly contactUrl?: string | null
  readonly calls?: FakeCalls
}

/** Enters the password, by the keyboard alone; the account's second step follows. */
export async function reachSecondStep({ locale = 'en', factors = factorKinds, hasSms = false, ...account }: Account = {}) {
  const { passkeyOrigin = location.origin, contactUrl = configuration.brand.contactUrl, calls = {} } = account
  const sms = { phoneNumber: hasSms ? '+33 ••••••• 04' : null, resendInSeconds: hasSms ? 60 : null }
  const app = await openApp('/login', {
    locale,
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
  await field(words[locale].email).fill(credentials.username)
  await field(words[locale].password).fill(credentials.password)
  await userEvent.keyboard('{Enter}')
  // On no other view.
  await expect.element(button(words[locale].anotherAccount)).toBeVisible()
  const named = (name: string) => app.seen.filter((call) => call.name === name).map(({ parts }) => parts)
  return { ...app, named, texts: secondStepTexts[locale], words: words[locale] }
}
