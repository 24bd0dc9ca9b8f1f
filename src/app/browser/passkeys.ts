/**
 * Passkeys in this browser, by WebAuthn. Only one dialog of the browser is open at a time: a new one closes the one before. Rejects with
 * `passkey.cancelled.error` if the person closed the dialog or waited too long, `passkey.exists.error` if the device already holds a passkey
 * for the account, and `passkey.unavailable.error` where none works. Knows no server.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignature } from '../../contract/factors.ts'
import { AppError } from '../../errors.ts'

export const isPasskeyKnown: () => boolean = browserSupportsWebAuthn

/** Whether the browser offers passkeys in a field with `autocomplete="… webauthn"`. */
export const canAutofill: () => Promise<boolean> = browserSupportsWebAuthnAutofill

type Signing = {
  /** No dialog: the browser offers passkeys in the field, and the promise resolves once one is chosen. */
  readonly autofill?: boolean
  /** Closes the browser's dialog, or stops offering passkeys in the field. */
  readonly signal: AbortSignal
}

export async function signWithPasskey(request: PasskeyRequest, { autofill = false, signal }: Signing): Promise<PasskeySignature> {
  const { allowCredentials, ...options } = request
  const optionsJSON = allowCredentials.length === 0 ? options : request
  signal.throwIfAborted()
  signal.addEventListener('abort', cancelPasskey)
  try {
    const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill }).catch(fail)
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, clientDataJSON, authenticatorData, signature }
  } finally {
    signal.removeEventListener('abort', cancelPasskey)
  }
}

export async function createPasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { id, response } = await startRegistration({ optionsJSON: creation }).catch(fail)
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** Closes the browser's dialog, and stops offering passkeys in a field. */
export function cancelPasskey(): void {
  WebAuthnAbortService.cancelCeremony()
}

function fail(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : ''
  const isKnownTwice = cause instanceof WebAuthnError && cause.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
  if (isKnownTwice) throw new AppError('passkey.exists.error', { cause })
  if (name === 'NotAllowedError' || name === 'AbortError') throw new AppError('passkey.cancelled.error', { cause })
  throw new AppError('passkey.unavailable.error', { cause })
}
