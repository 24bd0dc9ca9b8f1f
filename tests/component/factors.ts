/** A fake server's part for second factors: it keeps what is added and removed, and takes the code 123456. */
import type { PasskeyCreation } from '../../src/contract/factors.ts'
import { recoveryCodesCount } from '../../src/contract/rules.ts'
import type { Factor } from '../../src/contract/secondFactor.ts'
import { AppError } from '../../src/errors.ts'
import { configuration } from './answers.ts'
import type { FakeCalls } from './fakeApi.ts'

export const officeKey: Factor = {
  id: 2,
  kind: 'passkey',
  name: 'Office key',
  createdAt: '2026-03-12T09:00:00.000Z',
  lastUsedAt: '2026-11-24T08:12:00.000Z',
}
export const phone: Factor = { id: 1, kind: 'totp', name: 'Phone', createdAt: '2026-03-05T09:00:00.000Z', lastUsedAt: null }

export const codesOf = (letter: string): string[] =>
  Array.from({ length: recoveryCodesCount }, (_, at) => `${letter}7Q4-K9M2-X5TB-${1000 + at}`)

export const passkeyCreation: PasskeyCreation = {
  challenge: 'Y2hhbGxlbmdlLWNoYWxsZW5nZS1jaGFsbGVuZ2U',
  rp: { id: location.hostname, name: 'Fieldport' },
  user: { id: 'dXNlcg', name: 'admin@example.com', displayName: 'Marc Delaunay' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  attestation: 'none',
}

const secrets = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU']

/** Passkeys work at this address alone, which is not the one of the tests. */
export const passkeyOrigin = 'https://portal.example.com'
export const otherAddress: FakeCalls = { configuration: { get: () => ({ ...configuration, passkeyOrigin }) } }

type Own = { readonly factors?: readonly Factor[]; readonly isRequired?: boolean; readonly codesLeft?: number }

/** The first secret is the one that `expired` names. */
export function createFactors({ factors: first = [], isRequired = false, codesLeft = recoveryCodesCount }: Own = {}) {
  let factors = [...first]
  let recoveryCodesLeft = first.length === 0 ? 0 : codesLeft
  let setups = 0

  function add(kind: Factor['kind'], name: string) {
    const isFirst = factors.length === 0
    const id = 10 + factors.length
    factors = [{ id, kind, name, createdAt: new Date().toISOString(), lastUsedAt: null }, ...factors]
    if (isFirst) recoveryCodesLeft = recoveryCodesCount
    return { id, recoveryCodes: isFirst ? codesOf('A') : null }
  }

  const secondFactor = {
    getOwn: () => ({ factors, recoveryCodesLeft, isRequired }),
    beginPasskey: () => passkeyCreation,
    addPasskey: ({ body: { name } }) => add('passkey', name),
    beginTotp: () => {
      const secret = secrets[setups % secrets.length] ?? ''
      setups += 1
      return { secret, uri: `otpauth://totp/Fieldport:admin%40example.com?secret=${secret}&issuer=Fieldport`, setup: `setup${setups}` }
    },
    addTotp: ({ body: { name, code } }) => {
      if (code !== '123456') throw new AppError('code.invalid.error', { invalidField: 'code' })
      return add('totp', name)
    },
    remove: ({ params: { id } }) => {
      factors = factors.filter((factor) => factor.id !== id)
      if (factors.length === 0) recoveryCodesLeft = 0
      return {}
    },
    makeRecoveryCodes: () => {
      recoveryCodesLeft = recoveryCodesCount
      return { recoveryCodes: codesOf('B') }
    },
  } satisfies FakeCalls['secondFactor']
  return { calls: { secondFactor }, factors: () => factors }
}

export const factorWords = {
  none: 'None yet.',
  passkey: 'Passkey · Added on 12/03/2026 · Last used 24/11/2026',
  app: 'Authenticator app · Added on 05/03/2026 · Not used yet',
  addPasskey: 'Add a passkey',
  addApp: 'Add an authenticator app',
  go: 'Continue',
  add: 'Add',
  name: 'Name',
  code: 'Code',
  cancel: 'Cancel',
  wrong: 'Incorrect verification code.',
  clock: 'The codes depend on the time',
  cancelled: 'No passkey was made',
  renewed: 'valid for an hour only',
  otherAddress: 'To add a passkey, open the portal at its own address:',
  noPasskeys: 'This browser cannot use passkeys.',
  remove: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove “${name}”?`,
  removeAction: 'Remove',
  only: 'your recovery codes go with it',
  needed: 'Your role needs a second factor.',
  left: '8 recovery codes left',
  noneLeft: 'No recovery code left',
  makeCodes: 'Make new recovery codes',
  makeQuestion: 'Make new recovery codes?',
  makeAction: 'Make new codes',
  void: 'Those that you have now will no longer work.',
  keep: 'Keep your recovery codes',
  kept: 'I have kept them',
  enrol: 'Add a second factor',
  recommended: 'Recommended',
  signOut: 'Sign out',
  day: 'Add a second factor within 1 day.',
  today: 'Add a second factor today.',
} as const
