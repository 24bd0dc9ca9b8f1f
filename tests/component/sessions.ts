/** Sign-ins of the own account, and what the profile says of them in both languages. */
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

const methods = {
  en: {
    password: 'Password',
    sms: 'Password and SMS code',
    totp: 'Password and authenticator app',
    recoveryCode: 'Password and recovery code',
    secondPasskey: 'Password and passkey',
    passkey: 'Passkey',
  },
  fr: {
    password: 'Mot de passe',
    sms: 'Mot de passe et code SMS',
    totp: 'Mot de passe et application d’authentification',
    recoveryCode: 'Mot de passe et code de secours',
    secondPasskey: 'Mot de passe et clé d’accès',
    passkey: 'Clé d’accès',
  },
} as const satisfies Record<string, Record<SignInMethod, string>>

export const sessionWords = {
  en: {
    methods: methods.en,
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
  },
  fr: {
    methods: methods.fr,
    chrome: 'Chrome sur Windows',
    unknown: 'Navigateur inconnu',
    current: 'Session en cours',
    since: /Depuis le 20\/11\/2026 /,
    lastUsed: /Dernière utilisation le 21\/11\/2026 /,
    end: /^Déconnecter .*, session ouverte le/,
    endSafari: /^Déconnecter Safari sur iOS, session ouverte le 20\/11\/2026/,
    elsewhere: 'Se déconnecter partout ailleurs',
    elsewhereQuestion: 'Se déconnecter partout ailleurs\u00a0?',
    staysHere: /reste ouverte\.$/,
    doneElsewhere: 'Toutes vos autres sessions ont été fermées',
    confirmIdentity: 'Confirmez que c’est bien vous',
    noProof: 'Rien n’a été envoyé. Confirmez d’abord que c’est bien vous.',
    tooMany: /^Trop /,
  },
} as const
