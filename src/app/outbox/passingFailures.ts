import type { ErrorCode } from '../../errors.ts'

/**
 * Errors after which another attempt may succeed: no server, a failing server, too many calls, an expired session, a password to be chosen
 * first, or a view as a customer that began while an entry was being sent.
 */
export const passingFailures: ReadonlySet<ErrorCode> = new Set([
  'network.offline.error',
  'response.invalid.error',
  'service.unavailable.error',
  'internal.server.error',
  'too.many.requests.error',
  'not.authenticated',
  'impersonation.read.only.error',
  'password.choice.required.error',
])
