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
  'request.too.large': msg`This is too large to send.`,
  'resource.not.found': msg`Resource not found`,
  'not.authenticated': msg`Your session has ended. Please sign in again.`,
  'not.authorized': msg`Not authorized`,
  'idempotency.key.reused': msg`This was already sent with different content. Reload the page and try again.`,
  'changed.meanwhile.error': msg`Someone else has changed this since you opened it.`,
  'record.deleted.error': msg`This element has been deleted.`,
  'own.account.error': msg`You cannot do this to your own account. Ask another administrator.`,
  'own.profile.error': msg`Change your own email, phone and password on your profile page.`,
  'subscription.exists.error': msg`This user already has a subscription.`,
  'account.full.error': msg`Your account has reached its limit. Please contact us if you need more.`,

  'Login.error': msg`Login or password incorrect`,
  'account.not.validated.error': msg`Your account has not been validated.`,
  'account.locked.error': msg`This account is blocked. Please wait a few minutes, or contact us if you did not expect this.`,
  'code.required.error': msg`Signing in to this account requires a code sent by SMS. Please start again to receive one.`,
  'code.invalid.error': msg`Incorrect verification code.`,
  'code.expired.error': msg`This verification code has expired. Please try to login again.`,
  'ValidateAccount.error': msg`An error occurred during your account validation. Please try again.`,
  'contact.link.invalid.error': msg`This link has expired or has already been used.`,
  'password.token.invalid.error': msg`This link has expired or has already been used. Please request a new one.`,

  MandatoryField: msg`This field is required`,
  'text.too.long.error': msg`This text is too long`,
  'text.unusable.error': msg`This text contains an invisible character that cannot be saved`,
  'number.invalid.error': msg`Invalid number`,
  'username.invalid.error': msg`Invalid mail format`,
  'phone.number.invalid.error': msg`Invalid phone number format`,
  'phone.code.expired.error': msg`This code has expired. Please request a new one.`,
  'phone.unprovable.error': msg`We cannot verify this number at the moment, and you sign in with codes sent to your phone. Please contact us.`,
  'email.already.exists.error': msg`This mail address is already used`,
  'name.already.exists.error': msg`This name is already used`,
  'typeId.already.exists.error': msg`Another product already has this type number`,
  'version.already.exists.error': msg`Another active firmware of one of these products already has this version and language`,
  'Password.minlenght.error': msg`The password has to be at least 8 characters`,
  'NewPassword.not.corresponding': msg`The new password is not corresponding`,
  'incorrect.password': msg`Incorrect password`,
  'firmware.file.invalid.error': msg`This is not a firmware file. Its name must end in .bin, and it must contain at least 17 bytes.`,
  'serial.number.format.invalid': msg`Invalid format`,
  'serial.number.already.exists': msg`Serial number already exists.`,
  'date.invalid.error': msg`Invalid date`,
  'purchase.proof.invalid.error': msg`Choose a PNG or JPEG image or a PDF of up to 5 MB.`,
  'purchase.proof.quota.error': msg`There is no room for this file. You can store up to 40 proofs of purchase, 50 MB in total. Choose a smaller file, or delete a coil that you no longer own.`,
  'warranty.code.extension.invalid': msg`Invalid code`,
  'warranty.extension.exists.error': msg`The warranty of this coil has already been extended.`,
  'warranty.claim.window.over.error': msg`You have a maximum of 2 years after your purchase to claim a warranty`,

  'network.offline.error': msg`The server cannot be reached. Check your internet connection and try again.`,
  'response.invalid.error': msg`The server sent an unexpected response. Reload the page: a newer version may be available.`,

  'image.too.short.error': msg`This firmware file is too short. Nothing was changed on your detector.`,
  'image.truncated.error': msg`The firmware file was not fully downloaded. Nothing was changed on your detector. Please try again.`,
  'image.corrupt.error': msg`The firmware file does not match the published one. Nothing was changed on your detector. Please try again.`,

  'storage.full.error': msg`This computer is out of storage space. Free up some space or remove a firmware.`,
  'storage.unavailable.error': msg`This browser does not allow this page to store data, as in a private window.`,

  'device.permission.denied.error': msg`Your system does not allow the browser to access the detector.`,
  'device.open.error': msg`The detector was found, but the browser could not open it. Unplug it, plug it back in and try again.`,
  'device.in.use.error': msg`Another program is using the detector. Close it and try again.`,
  'device.updating.error': msg`Another tab is updating a detector. Wait until it has finished.`,
  'device.no.reply.error': msg`The detector is not responding. Check the cable, and make sure the detector is in update mode.`,
  'device.bad.checksum.error': msg`The data from the detector arrived damaged. Try another cable or USB port.`,
  'device.bad.status.error': msg`The detector refused a step of the update.`,
  'device.unknown.message.error': msg`The detector sent an unknown message.`,
  'device.wrong.offset.error': msg`The detector confirmed a different amount of data than was sent.`,
  'device.stalled.error': msg`The update is no longer making progress.`,
  'device.changed.error': msg`This is not the same detector as before. Connect the one you started with.`,
  'device.disconnected.error': msg`The detector was unplugged.`,

  'report.file.invalid.error': msg`This file is not a report from this portal, or it is damaged.`,

  'update.interrupted.error': msg`The update was interrupted because this page was closed.`,

  DECONNECTION_ERROR: msg`USB disconnection error`,
  REPROGRAMMATION_ERROR: msg`Error while reprogramming`,
  REBOOT_ERROR: msg`Error while restarting`,
}
