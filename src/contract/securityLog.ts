/** The security log: an addition, read by administrators. Knows no screen and no database. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { choice } from './crud.ts'
import { id, instant } from './fields.ts'
import type { Role } from './rules.ts'
import { tableCalls } from './table.ts'

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
  'passwordLinkSent',
  'usernameChangeRequested',
  'usernameChanged',
  'usernameRestored',
  'phoneChanged',
  'roleChanged',
  'accountAdded',
  'accountVerified',
  'accountDeleted',
  'accountRestored',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

export function isSecurityEventKind(kind: string): kind is SecurityEventKind {
  return (securityEventKinds as readonly string[]).includes(kind)
}

/** Why or how, where that is neither an error code nor the role that an account was given. */
export const securityEventDetails = [
  /** An account is locked after wrong guesses at its password. */
  'guesses',
  /** All sessions of an account are signed out. */
  'everywhere',
] as const

/** A closed list: nothing that somebody typed can be among it. */
export type SecurityEventReason = ErrorCode | Role | (typeof securityEventDetails)[number]

/** Of a refusal that was repeated within an hour there is one row for all of them. */
const securityEventRow = v.object({
  id,
  firstAt: instant,
  lastAt: instant,
  /** A `SecurityEventKind`; text, because a newer server may have written one that this version does not know. */
  kind: v.string(),
  /** The account concerned; null where it is not known, or no longer there. */
  account: v.nullable(choice),
  /** The person who did it, where that was not the account's owner. */
  actor: v.nullable(choice),
  /** The network address that the request came from. */
  address: v.nullable(v.string()),
  /** A `SecurityEventReason`. */
  reason: v.nullable(v.string()),
  count: v.number(),
})
export type SecurityEventRow = v.InferOutput<typeof securityEventRow>

export const securityEvent = tableCalls('securityEvent', { audience: ['ROLE_ADMIN'], row: securityEventRow, sortable: [] })
