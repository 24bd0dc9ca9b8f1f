/** Stands in for the browser's passkeys: `navigator.credentials.get`, which specs answer as a person would. */
import { vi } from 'vitest'
import type { PasskeyRequest } from '../../src/contract/factors.ts'

type Dialog = {
  /** Offered in a field, not in a dialog. */
  readonly isAutofill: boolean
  /** The ids of the passkeys that the server allows; empty: any. */
  readonly allowed: readonly string[]
  readonly isOpen: () => boolean
  /** The person confirms. */
  readonly sign: () => void
  /** The person closes the dialog. */
  readonly close: () => void
}

/** The dialogs that the app has opened, in their order. They close when the app says so. */
export function fakePasskeys({ canAutofill = false } = {}): readonly Dialog[] {
  const dialogs: Dialog[] = []
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(canAutofill)
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Credential>()
    let isOpen = true
    const fail = (reason: unknown) => {
      isOpen = false
      reject(reason)
    }
    options.signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')))
    dialogs.push({
      isAutofill: options.mediation === 'conditional',
      allowed: (options.publicKey?.allowCredentials ?? []).map(({ id }) => new TextDecoder().decode(id)),
      isOpen: () => isOpen,
      sign: () => {
        isOpen = false
        resolve(signed)
      },
      close: () => fail(new DOMException('closed', 'NotAllowedError')),
    })
    return promise
  })
  return dialogs
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const signed = {
  id: 'cGFzc2tleQ',
  rawId: bytes('passkey'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes('client'), authenticatorData: bytes('data'), signature: bytes('signature'), userHandle: null },
}

/** What the server sees of it. */
export const signature = { id: 'cGFzc2tleQ', clientDataJSON: 'Y2xpZW50', authenticatorData: 'ZGF0YQ', signature: 'c2lnbmF0dXJl' }

/** The server's answer to beginPasskey: the account's passkey, or any. */
export function passkeyRequest(...ids: readonly string[]): PasskeyRequest {
  return {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    timeout: 600_000,
    allowCredentials: ids.map((id) => ({ id: btoa(id), type: 'public-key' })),
    userVerification: 'preferred',
  }
}
