/** The security log, an addition that administrators read. Knows no screen and no database. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { choice, idsOf } from './crud.ts'
import { id, instant } from './fields.ts'
import { enrolledKinds, type Role } from './rules.ts'
import { exportFormats, tableCalls } from './table.ts'
import { viewedScreens } from './viewedScreens.ts'

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
  'validationLinkSent',
  'usernameChangeRequested',
  'usernameChanged',
  'usernameRestored',
  'phoneChanged',
  'roleChanged',
  'accountAdded',
  'accountVerified',
  'accountDeleted',
  'accountRestored',
  'impersonationStarted',
  'impersonationEnded',
  /** Once for each view and `ViewedScreen`, which is its reason. */
  'impersonationViewed',
  'detectorDeleted',
  'detectorRestored',
  'coilDeleted',
  'coilRestored',
  'installationResumed',
  'factorAdded',
  'factorRemoved',
  'factorsReset',
  'recoveryCodesMade',
  'dataExported',
  /** More people's rows in an hour than `peopleSeenMax`, with fresh proof. */
  'manyPeopleSeen',
  /** One's own data, as the next one. */
  'ownDataRequested',
  'ownDataTaken',
  'deletionRequested',
  'deletionCancelled',
  /** Without the account: it is gone. */
  'accountErased',
] as const
export type SecurityEventKind = (typeof securityEventKinds)[number]

/** What strangers can cause without a correct password. Each kind stays where it is: refusals are kept and sealed apart from other events. */
export const refusalKinds: readonly SecurityEventKind[] = ['signInRefused', 'accessRefused', 'locked']

export function isSecurityEventKind(kind: string): kind is SecurityEventKind {
  return securityEventKinds.some((known) => known === kind)
}

/** Why or how, if that is neither an error code nor the role that an account was given. */
export const securityEventDetails = [
  /** An account is locked after wrong password guesses. */
  'guesses',
  /** All sessions of an account are signed out. */
  'everywhere',
  /** All of them but the one that asked for it. */
  'elsewhere',
  /** The time of an impersonation was over. */
  'timeOver',
  ...enrolledKinds,
  ...viewedScreens,
] as const

/** A closed list, so that it can never contain what somebody typed. */
export type SecurityEventReason = ErrorCode | Role | (typeof securityEventDetails)[number]

/**
 * What somebody took away as a file: of which list, how many rows, and the filters by name. Of a search only that there was one, so that
 * nothing typed stands in the log.
 */
const exportDetails = v.object({
  /** The entity of the contract. */
  list: v.string(),
  format: v.picklist(exportFormats),
  rows: v.number(),
  filters: v.record(v.string(), v.string()),
  isSearch: v.boolean(),
})
export type ExportDetails = v.InferOutput<typeof exportDetails>

/** A refusal that is repeated within an hour has one row for all of them. */
const securityEventRow = v.object({
  id,
  firstAt: instant,
  lastAt: instant,
  /** A `SecurityEventKind`; text, because a newer server may have written a kind that this version does not know. */
  kind: v.string(),
  /** The account concerned; null if it is unknown or no longer exists. */
  account: v.nullable(choice),
  /** Who did it, if not the account's owner. */
  actor: v.nullable(choice),
  /** The network address of the request. */
  address: v.nullable(v.string()),
  /** A `SecurityEventReason`. */
  reason: v.nullable(v.string()),
  count: v.number(),
  /** Of `dataExported`; null for every other kind. */
  export: v.nullable(exportDetails),
})
export type SecurityEventRow = v.InferOutput<typeof securityEventRow>

export const securityEvent = tableCalls('securityEvent', {
  audience: ['ROLE_ADMIN'],
  row: securityEventRow,
  people: ({ account, actor }) => idsOf([account, actor]),
  sortable: [],
  exported: ['id', 'kind', 'count', 'account', 'reason', 'address', 'actor', 'lastAt', 'export'],
})
