/** What the security log records: an addition, read by administrators. Knows no screen and no table. */

/** What happened to an account, or was refused. */
export const securityEventKinds = [
  'signIn',
  'signInRefused',
  'signOut',
  'locked',
  'unlocked',
  'tokenReused',
  'accessRefused',
  'passwordChanged',
  'usernameChangeRequested',
  'usernameChanged',
  'usernameRestored',
  'phoneChanged',
  'roleChanged',
  'exported',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]
