/**
 * One message for each error code, in the specification's words where it gives them (section 8). A code without a message does not compile.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../errors.ts'

export const errorMessages: Readonly<Record<ErrorCode, MessageDescriptor>> = {
  'internal.server.error': msg`Something went wrong on our side. Please try again later, and contact an administrator if it happens again.`,
  'service.unavailable.error': msg`The server is busy or being updated. Please try again in a moment.`,
  'too.many.requests.error': msg`Too many attempts. Please wait a moment and try again.`,
  'request.invalid': msg`The server did not understand this request. Reload the page and try again.`,
  'request.too.large': msg`This is too large to be sent.`,
  'resource.not.found': msg`Resource not found`,
  'not.authenticated': msg`Your session has ended. Please sign in again.`,
  'not.authorized': msg`Not authorized`,
  'idempotency.key.reused': msg`This was already sent with other contents. Reload the page and try again.`,
  'changed.meanwhile.error': msg`Somebody else has changed this since you opened it.`,
  'record.deleted.error': msg`This element has been deleted.`,
  'own.account.error': msg`You cannot do this to your own account. Ask another administrator.`,
  'own.profile.error': msg`Change your own email, phone and password on your profile page.`,
  'subscription.exists.error': msg`This user has a subscription already.`,
  'account.full.error': msg`Your account has reached the most that it can keep. Please contact us if you need more.`,

  'Login.error': msg`Login or password incorrect`,
  'account.not.validated.error': msg`Your account has not been validated.`,
  'account.locked.error': msg`This account is blocked. Please wait a few minutes, or contact us if you did not expect this.`,
  'code.required.error': msg`This account signs in with a code sent by SMS. Please start again to receive one.`,
  'code.invalid.error': msg`Incorrect verification code.`,
  'code.expired.error': msg`This verification code has expired. Please try to login again.`,
  'ValidateAccount.error': msg`An error occurred during your account validation. Please try again.`,
  'contact.link.invalid.error': msg`This link was already used or is too old.`,
  'password.token.invalid.error': msg`This link was already used or is too old. Please ask for a new one.`,

  MandatoryField: msg`This field is required`,
  'text.too.long.error': msg`This text is too long`,
  'text.unusable.error': msg`This text contains an invisible character that cannot be saved`,
  'number.invalid.error': msg`Invalid number`,
  'username.invalid.error': msg`Invalid mail format`,
  'phone.number.invalid.error': msg`Invalid phone number format`,
  'phone.code.expired.error': msg`This code has expired. Please ask for another one.`,
  'phone.unprovable.error': msg`This number cannot be checked at the moment, and you sign in with codes sent to your phone. Please contact us.`,
  'email.already.exists.error': msg`This mail address is already used`,
  'name.already.exists.error': msg`This name is already used`,
  'typeId.already.exists.error': msg`Another product already has this type number`,
  'version.already.exists.error': msg`Another active firmware of one of these products already has this version and language`,
  'Password.minlenght.error': msg`The password has to be at least 8 characters`,
  'NewPassword.not.corresponding': msg`The new password is not corresponding`,
  'incorrect.password': msg`Incorrect password`,
  'firmware.file.invalid.error': msg`This is not a firmware file: its name must end with .bin and it must hold at least 17 bytes.`,
  'serial.number.format.invalid': msg`Invalid format`,
  'serial.number.already.exists': msg`Serial number already exists.`,
  'date.invalid.error': msg`Invalid date`,
  'purchase.proof.invalid.error': msg`Choose a picture (PNG or JPEG) or a PDF of at most 5 MB.`,
  'purchase.proof.quota.error': msg`There is no room for this file: your purchase proofs may be 40 files and 50 MB in all. Choose a smaller file, or delete a coil that you no longer have.`,
  'warranty.code.extension.invalid': msg`Invalid code`,
  'warranty.extension.exists.error': msg`The warranty of this coil has already been extended.`,
  'warranty.claim.window.over.error': msg`You have a maximum of 2 years after your purchase to claim a warranty`,

  'network.offline.error': msg`The server cannot be reached. Check your internet connection and try again.`,
  'response.invalid.error': msg`The server answered in a way this page does not understand. Reload the page: there may be a newer version.`,

  'image.too.short.error': msg`This firmware file is too short to be one. Nothing was changed on your detector.`,
  'image.truncated.error': msg`The firmware file did not arrive whole. Nothing was changed on your detector: please try again.`,
  'image.corrupt.error': msg`The firmware file is not the one that was published. Nothing was changed on your detector: please try again.`,

  'storage.full.error': msg`There is no room left on this computer. Free some space or drop a firmware.`,
  'storage.unavailable.error': msg`This browser keeps nothing for this page, as in a private window.`,

  'device.permission.denied.error': msg`Your system does not let the browser talk to the detector.`,
  'device.open.error': msg`The detector was found but could not be opened. Unplug it, plug it in again and try once more.`,
  'device.in.use.error': msg`Another program is using the detector. Close it and try again.`,
  'device.updating.error': msg`Another tab is updating a detector. Wait until it has finished.`,
  'device.no.reply.error': msg`The detector does not answer. Check the cable and that the detector is in update mode.`,
  'device.bad.checksum.error': msg`What the detector sent arrived damaged. Try another cable or USB port.`,
  'device.bad.status.error': msg`The detector refused a step of the update.`,
  'device.unknown.message.error': msg`The detector sent something this page does not know.`,
  'device.wrong.offset.error': msg`The detector and this page no longer agree on how much was sent.`,
  'device.stalled.error': msg`The detector stopped making progress.`,
  'device.changed.error': msg`This is not the same detector as before. Connect the one you began with.`,
  'device.disconnected.error': msg`The detector was unplugged.`,

  'report.file.invalid.error': msg`This is not a report of this portal, or it is damaged.`,

  'update.interrupted.error': msg`The update was interrupted because this page was closed.`,

  DECONNECTION_ERROR: msg`USB disconnection error`,
  REPROGRAMMATION_ERROR: msg`Error while reprogramming`,
  REBOOT_ERROR: msg`Error while restarting`,
}
