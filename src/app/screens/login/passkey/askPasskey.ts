import type { PasskeySignature } from '../../../../contract/factors.ts'
import { signWithPasskey } from '../../../browser/passkeys.ts'
import type { Credentials } from '../../../session/session.ts'
import { factorCalls } from './factorCalls.ts'

type Asked = {
  /** Closes the browser's dialog, or stops offering passkeys in the field. */
  readonly signal: AbortSignal
  readonly credentials?: Credentials
  readonly autofill?: boolean
}

/** Asks the server what to sign and the browser to sign it: with one of an account's passkeys, or with any. */
export async function askPasskey({ signal, credentials, autofill = false }: Asked): Promise<PasskeySignature> {
  const request = await factorCalls.beginPasskey({ body: credentials === undefined ? {} : { credentials }, signal })
  return signWithPasskey(request, { autofill, signal })
}
