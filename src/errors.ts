/**
 * Every failure that a person can meet, in one closed list: code to HTTP status. Knows no texts (app/i18n/errorMessages.ts holds them, in
 * both languages) and imports nothing. Codes are the specification's message keys where it gives them (section 8 of both documents).
 *
 * `status` is what the server responds with; 0 marks a failure that never crosses HTTP (device, firmware image, network). `isSilent` marks
 * failures that are part of normal use: they are neither logged nor shown as a toast.
 */
export const errorCatalogue = {
  'internal.server.error': { status: 500 },
  'service.unavailable.error': { status: 503 },
  'too.many.requests.error': { status: 429 },
  'request.invalid': { status: 400 },
  'request.too.large': { status: 413 },
  'resource.not.found': { status: 404 },
  'not.authenticated': { status: 401, isSilent: true },
  'not.authorized': { status: 403 },
  'idempotency.key.reused': { status: 409 },
  /** A repeated call whose first answer was lost when the portal was restored from a backup. */
  'already.done.error': { status: 409 },
  /** Somebody else saved the same record after this form was filled. */
  'changed.meanwhile.error': { status: 409 },
  /** The history keeps too little of this change to undo it, or another call takes it back (contract/revert.ts). */
  'revert.refused.error': { status: 409 },
  /** The record has the earlier values already. */
  'revert.done.error': { status: 409 },
  /** A published article cannot become a draft again. */
  'news.published.error': { status: 409 },
  /** A deleted record cannot be edited, deleted again or, after a while, restored. */
  'record.deleted.error': { status: 409 },
  /** Nobody deletes their own account or changes their own role, so that an administrator always remains. */
  'own.account.error': { status: 403 },
  /** The only administrator left does not delete their account. */
  'last.administrator.error': { status: 403 },
  /** The account is being deleted, or is about to be: it is too late to keep it. */
  'deletion.begun.error': { status: 409 },
  /** One's own address, phone and password are changed on the profile, which asks for the current password. */
  'own.profile.error': { status: 403 },
  'subscription.exists.error': { status: 403 },
  /** There is nothing left to validate, so no link is mailed. */
  'account.validated.error': { status: 409 },
  /** Only active accounts of customers can be viewed by staff. */
  'impersonation.refused.error': { status: 403 },
  /** Somebody who views the portal as a customer may only make calls that read. */
  'impersonation.read.only.error': { status: 403 },
  /** Staff set the password of this account: every other call waits until its owner has chosen one. */
  'password.choice.required.error': { status: 403 },
  /** The account has reached a storage limit (rules.ts). */
  'account.full.error': { status: 403 },

  // Signing in
  'Login.error': { status: 401 },
  'account.not.validated.error': { status: 403 },
  'account.locked.error': { status: 403 },
  'code.required.error': { status: 403 },
  /** The account has second factors, and none was checked. */
  'factor.required.error': { status: 401 },
  /** Staff have to add a second factor before they go on. */
  'factor.enrolment.required.error': { status: 403 },
  /** The call wants proof of who makes it, within the last minutes (contract/effects.ts). */
  'proof.required.error': { status: 403 },
  /** Staff's last second factor is not removed. */
  'factor.last.error': { status: 403 },
  'factors.full.error': { status: 403 },
  /** A passkey or an authenticator app was begun too long ago, or by another server's secret. */
  'factor.expired.error': { status: 403 },
  /** No account has this passkey, or its signature is wrong. */
  'passkey.invalid.error': { status: 403 },
  /** The passkey did not verify its person: it serves after the password only. */
  'passkey.unverified.error': { status: 403 },
  'code.invalid.error': { status: 403 },
  'code.expired.error': { status: 403 },
  'ValidateAccount.error': { status: 403 },
  /** The mailed link to a new address, or back to an old one, is unknown, used or too old. */
  'contact.link.invalid.error': { status: 403 },
  /** The link in a mail about updates is unknown: its account is gone, or it was not copied whole. */
  'mail.link.invalid.error': { status: 403 },
  /** The mailed link to a new password is unknown, used or too old. */
  'password.token.invalid.error': { status: 418 },

  // Form fields; the response has `invalidField`
  MandatoryField: { status: 403 },
  'text.too.long.error': { status: 403 },
  /** NUL or a lone surrogate. */
  'text.unusable.error': { status: 403 },
  'number.invalid.error': { status: 403 },
  'username.invalid.error': { status: 403 },
  'phone.number.invalid.error': { status: 403 },
  /** The code sent to a new phone is too old, used, replaced, or was guessed too often. */
  'phone.code.expired.error': { status: 403 },
  /** SMS cannot be sent, and the account signs in with codes sent to this phone. */
  'phone.unprovable.error': { status: 403 },
  'email.already.exists.error': { status: 403 },
  'name.already.exists.error': { status: 403 },
  'typeId.already.exists.error': { status: 403 },
  'version.already.exists.error': { status: 403 },
  /** Nobody could tell what it is newer than (contract/versionOrder.ts). */
  'version.unordered.error': { status: 403 },
  /** It follows the same version as another one does, in another way: "5.2 bis" beside "5.2a". */
  'version.words.error': { status: 403 },
  'Password.minlenght.error': { status: 403 },
  /** Staff need a longer password than customers. */
  'password.staff.minlength.error': { status: 403 },
  /** One of the most common passwords, or the published one of the demo. */
  'password.common.error': { status: 403 },
  /** Nothing but the person's names or address, or the portal's name. */
  'password.names.error': { status: 403 },
  /** The password that staff have set, again. */
  'password.unchanged.error': { status: 403 },
  'NewPassword.not.corresponding': { status: 403 },
  'incorrect.password': { status: 403 },
  'firmware.file.invalid.error': { status: 403 },
  /** The file has no byte, or not more than the trailer. */
  'firmware.file.empty.error': { status: 403 },
  /** Text: a hex file, a script or a web page with another extension. */
  'firmware.file.text.error': { status: 403 },
  /** An archive, a document, an image or a program. */
  'firmware.file.archive.error': { status: 403 },
  /** It looks unlike the other files of these products, and nobody has typed the version to confirm it (contract/firmwareFile.ts). */
  'firmware.file.unusual.error': { status: 403 },
  /** A firmware that left draft keeps its version, language and file. */
  'release.fixed.error': { status: 403 },
  /** The release is not offered to this person now: it was halted or withdrawn, or never was. Nothing has been sent to the detector. */
  'release.not.offered.error': { status: 409 },
  /** The release's state does not allow this step. */
  'release.step.error': { status: 403 },
  /** Something speaks against this step that nobody has confirmed. */
  'release.obstacle.error': { status: 403 },
  /** Here only a version older than the release, and for the minimum one not newer than the stepping stone. */
  'version.older.error': { status: 403 },
  /** Nobody of staff has installed these bytes on real detectors of these hardware versions yet. */
  'release.proof.error': { status: 403 },
  /** No release key has signed the release as it is now. */
  'release.statement.error': { status: 403 },
  /** Another administrator has to approve the release first. */
  'release.approval.error': { status: 403 },
  /** Products keep their type number once a firmware of them was offered. */
  'typeId.in.use.error': { status: 403 },
  'image.invalid.error': { status: 403 },
  'image.too.large.error': { status: 403 },
  'thumbnail.invalid.error': { status: 403 },
  'thumbnail.too.large.error': { status: 403 },
  /** The content of an article has neither text nor an image. */
  'news.content.missing.error': { status: 403 },
  /** A link in an article leads to http, https or an email address; checked in the app. */
  'link.invalid.error': { status: 0 },
  'serial.number.format.invalid': { status: 403 },
  'serial.number.already.exists': { status: 403 },
  /** Not written as a day from 1900 on. */
  'date.invalid.error': { status: 403 },
  /** Such as 30 February. */
  'date.unknown.error': { status: 403 },
  'date.future.error': { status: 403 },
  'date.past.error': { status: 403 },
  'purchase.proof.invalid.error': { status: 403 },
  /** This purchase proof would exceed the account's limit. */
  'purchase.proof.quota.error': { status: 403 },
  /** A picture with a side under `proofSideMinPx` (rules.ts). */
  'purchase.proof.small.error': { status: 403 },
  /** What an approved proof proves is no longer changed by its owner. */
  'proof.approved.error': { status: 403 },
  /** After a refusal, another proof was to come by a day that is over. */
  'proof.time.over.error': { status: 403 },
  /** The proof, or what it proves, was replaced or decided since it was shown. */
  'proof.changed.error': { status: 409 },
  /** Somebody else has this proof in front of them. */
  'proof.claimed.error': { status: 409 },
  'warranty.code.extension.invalid': { status: 403 },
  'warranty.extension.exists.error': { status: 403 },
  'warranty.claim.window.over.error': { status: 403 },
  /** The batch of an unused code was recalled. */
  'warranty.code.recalled.error': { status: 403 },
  /** A used code has fixed the purchase date and the serial number of its coil; staff change them. */
  'warranty.purchase.fixed.error': { status: 403 },

  // KML files of a rally zone, on `zoneFile`
  'kml.too.many.files.error': { status: 403 },
  /** The name does not end in .kml. */
  'kml.name.error': { status: 403 },
  /** KMZ or another archive. */
  'kml.archive.error': { status: 403 },
  'kml.too.large.error': { status: 403 },
  'kml.empty.error': { status: 403 },
  /** Not text in the declared encoding, or an unknown encoding. */
  'kml.encoding.error': { status: 403 },
  /** Not well-formed XML. */
  'kml.xml.error': { status: 403 },
  'kml.doctype.error': { status: 403 },
  /** An entity that XML itself does not define. */
  'kml.entity.error': { status: 403 },
  /** XML of another kind. */
  'kml.root.error': { status: 403 },
  'kml.depth.error': { status: 403 },
  'kml.points.error': { status: 403 },
  /** Not two numbers, or none at all. */
  'kml.coordinates.error': { status: 403 },
  /** Outside of the Earth's longitudes and latitudes. */
  'kml.range.error': { status: 403 },
  /** A line with fewer than two points. */
  'kml.line.error': { status: 403 },
  /** A ring with fewer than three points. */
  'kml.ring.error': { status: 403 },
  /** A polygon with no outer ring or several. */
  'kml.polygon.error': { status: 403 },
  'kml.no.shape.error': { status: 403 },
  /** Reading it takes too long or too much memory. */
  'kml.too.complex.error': { status: 403 },

  /** More rows than an .xlsx file may have; a .csv file may have any number. */
  'export.too.long.error': { status: 403 },

  // The connection to the server
  'network.offline.error': { status: 0 },
  'response.invalid.error': { status: 0 },

  // The firmware image, checked before the first erase
  'image.too.short.error': { status: 0 },
  'image.truncated.error': { status: 0 },
  'image.corrupt.error': { status: 0 },

  // Passkeys in this browser
  /** The person closed the browser's dialog, or it waited too long. */
  'passkey.cancelled.error': { status: 0, isSilent: true },
  'passkey.exists.error': { status: 0 },
  'passkey.unavailable.error': { status: 0 },

  // What this browser stores for offline use
  'storage.full.error': { status: 0 },
  'storage.unavailable.error': { status: 0 },

  // The connection to the detector
  /** The browser shows no chooser: its administrator or its settings forbid HID devices. */
  'device.forbidden.error': { status: 0 },
  'device.numbered.reports.error': { status: 0 },
  'device.permission.denied.error': { status: 0 },
  'device.open.error': { status: 0 },
  'device.in.use.error': { status: 0 },
  'device.updating.error': { status: 0 },
  /** Somebody else updates it: another browser, or another program. */
  'device.busy.error': { status: 0 },
  'device.no.reply.error': { status: 0 },
  'device.bad.checksum.error': { status: 0 },
  'device.bad.status.error': { status: 0 },
  'device.unknown.message.error': { status: 0 },
  'device.wrong.offset.error': { status: 0 },
  'device.stalled.error': { status: 0 },
  'device.changed.error': { status: 0 },
  /** The detector sent an identity that no detector can have. */
  'device.not.understood.error': { status: 0 },
  /** Another detector was plugged in after this one had been connected. */
  'device.added.error': { status: 0 },
  'device.disconnected.error': { status: 0 },
  'device.handle.lost.error': { status: 0 },
  /** It left as its update began, and has not come back. */
  'device.jumped.error': { status: 0 },

  /** The file is not a flight report, or it is damaged. */
  'report.file.invalid.error': { status: 0 },

  /** The page was closed, or the browser ended, during an update. */
  'update.interrupted.error': { status: 0 },

  // The result of an update, as reported to the server (the device specification, section 4)
  DECONNECTION_ERROR: { status: 0 },
  REPROGRAMMATION_ERROR: { status: 0 },
  REBOOT_ERROR: { status: 0 },
} as const satisfies Record<string, { status: number; isSilent?: true }>

export type ErrorCode = keyof typeof errorCatalogue

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}

/** Which changed fields of an edit somebody else has changed as well, by whom (null: the server) and when (ISO 8601), up to which version. */
export type Meanwhile = {
  readonly version: number
  readonly changes: readonly { readonly field: string; readonly by: string | null; readonly date: string }[]
}

type Details = {
  readonly invalidField?: string
  readonly requestId?: string
  readonly retryAfterSeconds?: number
  readonly meanwhile?: Meanwhile
  readonly cause?: unknown
}

/**
 * A failure with a code. `message === code`, because Comlink and JSON carry only an error's message. `invalidField` names the form field at
 * fault. `requestId` is the server's id of the failed call. `retryAfterSeconds` is how long the same call would keep failing,
 * `meanwhile` belongs to `changed.meanwhile.error`.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly invalidField: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly meanwhile: Meanwhile | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.invalidField = details.invalidField
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.meanwhile = details.meanwhile
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  get isSilent(): boolean {
    return 'isSilent' in errorCatalogue[this.code]
  }
}

/** Converts anything thrown to an AppError. Without a known code it becomes `internal.server.error` with the original as its cause. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = thrown instanceof Error ? thrown.message : thrown
  return new AppError(isErrorCode(message) ? message : 'internal.server.error', { cause: thrown })
}
