/**
 * The messages of all errors that the sign-in can show, so that they are there also when the connection breaks: any call's, its own calls'
 * and its fields'. Those of other screens stand in errorMessages.ts.
 */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../errors.ts'

export const signInErrorMessages = {
  'internal.server.error': msg`Something went wrong on our side. Please try again later, and contact an administrator if it happens again.`,
  'service.unavailable.error': msg`The server is busy or being updated. Please try again in a moment.`,
  'too.many.requests.error': msg`Too many attempts. Please wait a moment and try again.`,
  'request.invalid': msg`The server did not understand this request. Reload the page and try again.`,
  'request.too.large': msg`This is too large to send.`,
  'resource.not.found': msg`Resource not found`,
  'not.authenticated': msg`Your session has ended. Please sign in again.`,
  'not.authorized': msg`Not authorized`,
  'network.offline.error': msg`The server cannot be reached. Check your internet connection and try again.`,
  'response.invalid.error': msg`The server sent an unexpected response. Reload the page: a newer version may be available.`,

  'Login.error': msg`Login or password incorrect`,
  'account.not.validated.error': msg`Your account has not been validated.`,
  'account.locked.error': msg`This account is blocked. Please wait a few minutes and try again.`,
  'code.required.error': msg`Signing in to this account requires a code sent by SMS. Please start again to receive one.`,
  'factor.required.error': msg`Signing in to this account requires a second step. Please start again.`,

  MandatoryField: msg`This field is required`,
  'text.too.long.error': msg`This text is too long`,
  'text.unusable.error': msg`This text contains an invisible character that cannot be saved`,
  'username.invalid.error': msg`Invalid mail format`,
} satisfies Readonly<Partial<Record<ErrorCode, MessageDescriptor>>>
