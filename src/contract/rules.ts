/** The business constants (section 9 of both specifications), used by client and server. Only numbers: no schemas, no texts. */

export const textMaxLength = 250
/** Of news and rally zones. */
export const titleMaxLength = 150
export const passwordMinLength = 8
/** Not in the specification: of a password that staff choose for themselves. */
export const staffPasswordMinLength = 12
/** Not in the specification: longer input only costs hashing time. */
export const passwordMaxLength = 256
/** The generator of passwords for other users: its own minimum length, and the length it generates. */
export const passwordFieldMinLength = 7
export const generatedPasswordLength = 9
export const typeIdMin = 0

/** Not in the specification: the digits of an SMS code, and how long it and mailed links are valid. */
export const smsCodeDigits = 6
export const smsCodeMinutes = 5
/** Not in the specification: second factors. `enrolledKinds` are those that people add; recovery codes come with the first. */
export const enrolledKinds = ['passkey', 'totp'] as const
export type EnrolledKind = (typeof enrolledKinds)[number]
export const factorKinds = [...enrolledKinds, 'recoveryCode'] as const
export type FactorKind = (typeof factorKinds)[number]
export const factorNameMaxLength = 60
export const factorsMax = 20
export const recoveryCodesCount = 10
/** Of Crockford's base 32: 80 bits. */
export const recoveryCodeLength = 16
/** How long a sign-in or a checked factor is fresh proof (effects.ts). */
export const proofMinutes = 5
/** How somebody has signed in; `secondPasskey` is one after the password. */
export const signInMethods = ['password', 'sms', 'totp', 'recoveryCode', 'secondPasskey', 'passkey'] as const
export type SignInMethod = (typeof signInMethods)[number]
export const validationLinkHours = 24
export const passwordLinkMinutes = 30
export const usernameLinkHours = 24
/** Counts from the sending of an invitation, which may wait for days. */
export const invitationDays = 14
/** Not in the specification: how long a change of address or phone waits for confirmation, and how long a mail can undo it. */
export const pendingContactDays = 7
export const restoreDays = 3
/** Not in the specification: how long a registration waits for validation before it is deleted. */
export const registrationDays = 7
/** Not in the specification: how long after its sign-in a session ends, whatever is renewed; staff's, and customers'. */
export const staffSessionDays = 14
export const sessionDays = 90
/** Not in the specification: how long staff see which messages an account got. */
export const messagesKeptDays = 90

/** Not in the specification: how long staff can view the portal as a customer without starting again. */
export const impersonationMinutes = 15

export const perPageOptions = [10, 50, 100, 2147483647] as const
/** "See everything": all rows in one answer (`getB122TableResults`). Our own client loads pieces of it instead. */
export const everything = perPageOptions[3]
export const perPageDefault = 50
/** The request of a list before the user changes anything (the specification, section 9). */
export const tableDefaults = { perPage: perPageDefault, currentPage: 1, sortBy: 'id', sortDesc: true } as const
/** The most rows of a page of a list, and of a list call without pages (docs/security.md, 17). */
export const listRowsMax = 500

/** Not in the specification: of how many people somebody of staff gets the rows within an hour, without fresh proof. */
export const peopleSeenMax = 2_000

/** Not in the specification: the most days of a chart, the time over which the cards show a change, and the longest ranking. */
export const chartDaysMax = 3_660
export const cardChangeDays = 30
export const topMax = 10

export const warrantyYears = 5
export const warrantyExtensionYears = 5
export const claimWindowMonths = 24
export const freeTrialDays = 15
/**
 * Not in the specification: the checks of proofs of purchase. `proofRefusals` are the reasons for which one is refused. After a refusal another
 * may be sent for `proofResendDays`, and as long as a code can be claimed.
 */
export const proofRefusals = ['unreadable', 'incomplete', 'otherDate', 'otherProduct', 'noInvoice', 'other'] as const
export type ProofRefusal = (typeof proofRefusals)[number]
export const proofResendDays = 30
export const proofWordsMaxLength = 500
/** The shorter side of a picture, as it is shown. */
export const proofSideMinPx = 300
/** How long somebody keeps the proofs in front of them after their page was last heard of. */
export const proofClaimMinutes = 3
/** After so many working days without a decision, administrators are told by mail. */
export const proofLateWorkingDays = 5
/** How long before the last day of a claim the owner of a coil is reminded of it. */
export const extensionReminderDays = 60
/** Not in the specification: the most codes that one call generates. */
export const warrantyCodesMax = 50_000
/** Not in the specification: of a note on a batch of codes. */
export const batchNoteMaxLength = 500
/** The number of tutorial steps of each detector family. */
export const tutorialSteps = { teleco: 9, ws6: 6, wsaII: 3 } as const

export const toastSuccessMs = 2_000
export const toastErrorMs = 4_000
export const toastLongMs = 20_000

/**
 * Not in the specification: the most that one account may store (docs/security.md, 31). Deleted detectors and coils count, because their
 * rows stay and may return; their purchase proofs make room for new ones.
 */
export const userProductsMax = 500
export const accessoriesMax = 1_000
export const productUpdatesMax = 10_000
export const purchaseProofFilesMax = 40
export const purchaseProofsMaxBytes = 50 * 1024 * 1024
export const purchaseProofUploadsPerHour = 20
/** Each is kept for a day. */
export const idempotencyKeysMax = 1_000

/** The thumbnail of an article (the specification, section 5). */
export const newsThumbnailMaxBytes = 1_048_576
/** Not in the specification: the HTML of an article, an image in it, and how long an image is kept that no article uses. */
export const newsContentMaxBytes = 2 * 1024 * 1024
export const newsImageMaxBytes = 10 * 1024 * 1024
export const unusedImageDays = 30
/** Not in the specification: how many published articles readers get at once. */
export const publishedPageSize = 20

/** The firmware file ends with a trailer that is never sent to the detector. */
export const firmwareTrailerBytes = 16
/** In any case (the specification, section 5). */
export const firmwareFileExtension = '.bin'
export const firmwareFileMaxBytes = 64 * 1024 * 1024
/** Not in the specification: the limits of a rally zone (docs/security.md, 19). The points are counted in all of its files. */
export const zoneFileMaxBytes = 5 * 1024 * 1024
export const zoneFilesMax = 20
export const zoneFilesMaxBytes = 20 * 1024 * 1024
export const zonePointsMax = 50_000
export const jsonMaxBytes = 256 * 1024
/** Not in the specification: the default limit of fields, parts or JSON values in a request (docs/security.md, 29). */
export const fieldsMax = 1_000
/** Not in the specification: of the name that owners give a detector. */
export const nicknameMaxLength = 60
/** Not in the specification: the most users of one batch, how many batches one person may have running, and how long they are kept. */
export const batchUsersMax = 10_000
export const batchesMax = 5
export const batchesKeptDays = 90
/** Not in the specification: the most rows of an exported .xlsx file, and how many files one person exports within an hour. */
export const exportSheetRowsMax = 50_000
export const exportsPerHour = 20
/** Not in the specification: how long an archive of one's data can be downloaded, how many a day, and how long a deletion can be cancelled. */
export const dataExportDays = 7
export const dataExportsPerDay = 3
export const deletionDays = 7
/** Not in the specification: how many members one request can set, add or remove. */
export const membersMax = 20_000

export const roles = ['ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'] as const
export type Role = (typeof roles)[number]

/**
 * Not in the specification: why somebody is to choose another password. `setByStaff`: staff set the current one, which serves for nothing
 * else. `weak`: it would be refused today; this may be put off.
 */
export const passwordDues = ['setByStaff', 'weak'] as const
export type PasswordDue = (typeof passwordDues)[number]

export const locales = ['en', 'fr'] as const
export type Locale = (typeof locales)[number]

export const updateErrorTypes = ['DECONNECTION_ERROR', 'REPROGRAMMATION_ERROR', 'REBOOT_ERROR'] as const
export type UpdateErrorType = (typeof updateErrorTypes)[number]

/**
 * What is known about the firmware on a customer's detector. `installed`: the last update succeeded and its restart was confirmed. `none`:
 * an erase began and no update has succeeded since. `unknown`: everything else.
 */
export const firmwareStates = ['installed', 'none', 'unknown'] as const
export type FirmwareState = (typeof firmwareStates)[number]

/** How a first attempt fails: its page says so, or nothing is heard of it any more. */
export const outcomeFailures = ['reported', 'silent'] as const

/** What a page is shown in, as far as its faults differ. */
export const browserFamilies = ['chrome', 'edge', 'opera', 'other'] as const
export type BrowserFamily = (typeof browserFamilies)[number]

/** As their makers write them; the others have no name. */
export const browserNames: Readonly<Record<string, string>> = { chrome: 'Chrome', edge: 'Edge', opera: 'Opera' }

/** What a failed update left on the detector: the firmware it had, none, or unknown. */
export const firmwareAfterFailure = ['unchanged', 'none', 'unknown'] as const
export type FirmwareAfterFailure = (typeof firmwareAfterFailure)[number]
