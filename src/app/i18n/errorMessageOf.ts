/** The message of an error code: the sign-in's from the start, all others once some screen loads lazily. */
import type { MessageDescriptor } from '@lingui/core'
import type { ErrorCode } from '../../errors.ts'
import { signInErrorMessages } from './signInErrorMessages.ts'

let messages: Readonly<Partial<Record<ErrorCode, MessageDescriptor>>> = signInErrorMessages

/** Resolves when every code has its own message. */
export async function loadErrorMessages(): Promise<void> {
  const { errorMessages } = await import('./errorMessages.ts')
  messages = errorMessages
}

/** Before the others are there, a code that the sign-in cannot meet has the message of an unexpected failure. */
export function errorMessageOf(code: ErrorCode): MessageDescriptor {
  return messages[code] ?? signInErrorMessages['internal.server.error']
}
