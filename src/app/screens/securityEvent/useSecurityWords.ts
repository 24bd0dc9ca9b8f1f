import { useLingui } from '@lingui/react/macro'
import type { SecurityEventKind, SecurityEventReason } from '../../../contract/securityLog.ts'
import { errorCatalogue, isErrorCode } from '../../../errors.ts'
import { errorMessageOf } from '../../i18n/errorMessageOf.ts'
import { useRoleNames } from '../../session/useRoleNames.ts'

/** The texts of events and reasons. An error's own message addresses the person who was refused; these describe that person. */
export function useSecurityWords() {
  const { t, i18n } = useLingui()
  const kinds: Readonly<Record<SecurityEventKind, string>> = {
    signIn: t`Signed in`,
    signInRefused: t`Sign-in refused`,
    signOut: t`Signed out`,
    locked: t`Account blocked`,
    unlocked: t`Account unlocked`,
    tokenReused: t`Session token reused`,
    accessRefused: t`Access refused`,
    passwordChanged: t`Password changed`,
    passwordLinkSent: t`Password reset link sent`,
    validationLinkSent: t`Validation link sent again`,
    usernameChangeRequested: t`Email address change requested`,
    usernameChanged: t`Email address changed`,
    usernameRestored: t`Former email address restored`,
    phoneChanged: t`Phone number changed`,
    roleChanged: t`Role changed`,
    accountAdded: t`Account created`,
    accountVerified: t`Account verified`,
    accountDeleted: t`Account deleted`,
    accountRestored: t`Account restored`,
    impersonationStarted: t`Viewing as this customer started`,
    impersonationEnded: t`Viewing as this customer ended`,
    impersonationViewed: t`Seen while viewing as this customer`,
    detectorDeleted: t`Detector deleted`,
    detectorRestored: t`Detector restored`,
    coilDeleted: t`Coil deleted`,
    coilRestored: t`Coil restored`,
    installationResumed: t`Restored portal put back into service`,
    factorAdded: t`Second factor added`,
    factorRemoved: t`Second factor removed`,
    factorsReset: t`Second factors reset`,
    recoveryCodesMade: t`Recovery codes made`,
    dataExported: t`Data exported`,
    manyPeopleSeen: t`Looked at more than 2,000 people in an hour`,
    ownDataRequested: t`Archive of own data requested`,
    ownDataTaken: t`Archive of own data downloaded`,
    deletionRequested: t`Deletion of the account requested`,
    deletionCancelled: t`Deletion of the account cancelled`,
    accountErased: t`An account and its data erased`,
  }
  const ownReasons = {
    'Login.error': t`Wrong email or password`,
    'account.locked.error': t`The account is blocked`,
    'account.not.validated.error': t`The account is not verified`,
    'code.required.error': t`No SMS code`,
    'code.invalid.error': t`Wrong code`,
    'code.expired.error': t`Expired SMS code`,
    'factor.required.error': t`No second factor`,
    'factor.expired.error': t`Second factor checked too late`,
    'passkey.invalid.error': t`Wrong passkey`,
    'passkey.unverified.error': t`Passkey without PIN or fingerprint`,
    'too.many.requests.error': t`Too many attempts`,
    'not.authorized': t`Not allowed for this role`,
    'not.authenticated': t`No valid session`,
    'impersonation.read.only.error': t`Attempted change while viewing as this customer`,
    guesses: t`Too many wrong passwords`,
    everywhere: t`On all devices`,
    elsewhere: t`On all other devices`,
    timeOver: t`Time limit reached`,
    passkey: t`Passkey`,
    totp: t`Authenticator app`,
    viewedProfile: t`Profile`,
    viewedDetectors: t`Detectors`,
    viewedCoils: t`Coils`,
    viewedUpdates: t`Updates`,
    viewedFirmwares: t`Offered firmware`,
    viewedFile: t`A file`,
    viewedSessions: t`Sessions`,
    viewedOther: t`Something else`,
  } satisfies Readonly<Partial<Record<SecurityEventReason, string>>>
  const codes = Object.keys(errorCatalogue).filter((code) => isErrorCode(code))
  const reasons: Readonly<Record<string, string>> = {
    ...Object.fromEntries(codes.map((code) => [code, i18n._(errorMessageOf(code))])),
    ...ownReasons,
    ...useRoleNames(),
  }
  return {
    title: t`Security log`,
    kinds,
    reasons,
    // For entries of a newer server.
    otherKind: t`Other event`,
    otherReason: t`Other reason`,
  }
}
