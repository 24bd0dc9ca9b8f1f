/** Sign-ins of the own account, and what the profile says of them. */
import type { SignInMethod } from '../../src/contract/rules.ts'
import type { Session } from '../../src/contract/session.ts'

/** `number` tells it from others; all are of one browser. */
export function sessionAt(number: number, about: Partial<Session> = {}): Session {
  return {
    id: `4f6d2f0e-8a51-4b0c-9f0a-0d9b8c7e6a${50 + number}`,
    browser: 'Chrome',
    system: 'Windows',
    startedAt: '2026-11-20T10:00:00.000Z',
    lastUsedAt: '2026-11-20T12:00:00.000Z',
    method: 'password',
    deviceId: 1,
    isCurrent: false,
    ...about,
  }
}

const methods: Readonly<Record<SignInMethod, string>> = {
  password: 'Password',
  sms: 'Password and SMS code',
  totp: 'Password and authenticator app',
  recoveryCode: 'Password and recovery code',
  secondPasskey: 'Password and passkey',
  passkey: 'Passkey',
}

export const sessionWords = {
  methods,
  chrome: 'Chrome on Windows',
  unknown: 'Unknown browser',
  current: 'Current session',
  since: /Since 20\/11\/2026 /,
  lastUsed: /Last used 21\/11\/2026 /,
  end: /^Sign out .*, signed in since/,
  endSafari: /^Sign out Safari on iOS, signed in since 20\/11\/2026/,
  elsewhere: 'Sign out everywhere else',
  elsewhereQuestion: 'Sign out everywhere else?',
  staysHere: /You stay signed in here\.$/,
  doneElsewhere: 'You are now signed out everywhere else',
  confirmIdentity: 'Confirm that it is you',
  noProof: 'Nothing was sent. Confirm first that it is you.',
  tooMany: /^Too many /,
} as const
