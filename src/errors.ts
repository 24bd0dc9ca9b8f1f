/**
 * Every failure a person can meet, in one closed list: code -> HTTP status. Knows no words (app/api/errorMessages.ts holds them, in both
 * languages) and imports nothing. Codes are the specification's message keys where it gives them (section 8 of both documents).
 *
 * `status` is what the server answers with; 0 marks a failure that never crosses HTTP (device, firmware image, network).
 * `isSilent` marks what happens in the normal course of things and is neither logged nor shown as a toast.
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
  /** Somebody else saved the same record after this form was filled from it. */
  'changed.meanwhile.error': { status: 409 },
  /** A deleted record cannot be edited, deleted again or, after a while, brought back. */
  'record.deleted.error': { status: 409 },
  /** Nobody deletes their own account or changes their own role: an administrator is always left. */
  'own.account.error': { status: 403 },
  /** One's own address, phone and password change on the profile, where the current password is asked for. */
  'own.profile.error': { status: 403 },
  'subscription.exists.error': { status: 403 },
  /** The account keeps as much of something as one may (rules.ts). */
  'account.full.error': { status: 403 },

  // Signing in
  'Login.error': { status: 401 },
  'account.not.validated.error': { status: 403 },
  'account.locked.error': { status: 403 },
  'code.required.error': { status: 403 },
  'code.invalid.error': { status: 403 },
  'code.expired.error': { status: 403 },
  'ValidateAccount.error': { status: 403 },
  /** The mailed link to a new address, or back to an old one, is unknown, used or too old. */
  'contact.link.invalid.error': { status: 403 },
  /** The mailed link to a new password is unknown, used or too old. */
  'password.token.invalid.error': { status: 418 },

  // A field of a form; answered with `invalidField`
  MandatoryField: { status: 403 },
  'text.too.long.error': { status: 403 },
  /** NUL, or half a character. */
  'text.unusable.error': { status: 403 },
  'number.invalid.error': { status: 403 },
  'username.invalid.error': { status: 403 },
  'phone.number.invalid.error': { status: 403 },
  /** The code sent to a new phone is too old, used, replaced, or was guessed at too often. */
  'phone.code.expired.error': { status: 403 },
  /** No SMS can be sent, and this phone is what the account signs in with. */
  'phone.unprovable.error': { status: 403 },
  'email.already.exists.error': { status: 403 },
  'name.already.exists.error': { status: 403 },
  'typeId.already.exists.error': { status: 403 },
  'version.already.exists.error': { status: 403 },
  'Password.minlenght.error': { status: 403 },
  'NewPassword.not.corresponding': { status: 403 },
  'incorrect.password': { status: 403 },
  'firmware.file.invalid.error': { status: 403 },
  'serial.number.format.invalid': { status: 403 },
  'serial.number.already.exists': { status: 403 },
  'date.invalid.error': { status: 403 },
  'purchase.proof.invalid.error': { status: 403 },
  /** This proof and those that the account has are more than one may keep. */
  'purchase.proof.quota.error': { status: 403 },
  'warranty.code.extension.invalid': { status: 403 },
  'warranty.extension.exists.error': { status: 403 },
  'warranty.claim.window.over.error': { status: 403 },

  // The way to the server
  'network.offline.error': { status: 0 },
  'response.invalid.error': { status: 0 },

  // The firmware image, refused before the first erase
  'image.too.short.error': { status: 0 },
  'image.truncated.error': { status: 0 },
  'image.corrupt.error': { status: 0 },

  // What this browser keeps for use without a network
  'storage.full.error': { status: 0 },
  'storage.unavailable.error': { status: 0 },

  // The link to the detector
  'device.permission.denied.error': { status: 0 },
  'device.open.error': { status: 0 },
  'device.in.use.error': { status: 0 },
  'device.updating.error': { status: 0 },
  'device.no.reply.error': { status: 0 },
  'device.bad.checksum.error': { status: 0 },
  'device.bad.status.error': { status: 0 },
  'device.unknown.message.error': { status: 0 },
  'device.wrong.offset.error': { status: 0 },
  'device.stalled.error': { status: 0 },
  'device.changed.error': { status: 0 },
  'device.disconnected.error': { status: 0 },

  /** A file that is no report of the flight recorder, or a damaged one. */
  'report.file.invalid.error': { status: 0 },

  /** The page was closed, or the browser ended, in the middle of an update. */
  'update.interrupted.error': { status: 0 },

  // How an update ended, as reported to the server (device document, section 4)
  DECONNECTION_ERROR: { status: 0 },
  REPROGRAMMATION_ERROR: { status: 0 },
  REBOOT_ERROR: { status: 0 },
} as const satisfies Record<string, { status: number; isSilent?: true }>

export type ErrorCode = keyof typeof errorCatalogue

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCatalogue, value)
}

/**
 * A failure with a code. `message === code`, because Comlink and JSON carry the message of an error and nothing else of it.
 * `invalidField` names the form field at fault. `requestId` is the server's name for the failed call. `retryAfterSeconds` is how long
 * the same call would fail again.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly invalidField: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, details: { invalidField?: string; requestId?: string; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.invalidField = details.invalidField
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  get isSilent(): boolean {
    return 'isSilent' in errorCatalogue[this.code]
  }
}

/** Any thrown thing as an AppError; what carries no known code becomes `internal.server.error` with the original as its cause. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = thrown instanceof Error ? thrown.message : thrown
  return new AppError(isErrorCode(message) ? message : 'internal.server.error', { cause: thrown })
}
