/** Calls that want fresh proof (contract/effects.ts): the person is asked before anything is sent, and once more if the server says so. */
import { type Endpoint, needsFreshSignIn } from '../../contract/endpoint.ts'
import type { Asked } from '../../contract/effects.ts'
import { AppError } from '../../errors.ts'
import type { ApiSession } from './tokenRefresh.ts'

type Request = { readonly body?: unknown; readonly stored?: Asked['stored'] }

/** Rejects with what `send` rejects with, or with `proof.required.error` if the person gives no proof. */
export async function withProof<T>(
  { effects }: Endpoint,
  { body, stored }: Request,
  { isProved, askProof }: ApiSession,
  send: () => Promise<T>,
): Promise<T> {
  if (effects === undefined || askProof === undefined) return send()
  // The type of the call has checked the body.
  const asked = { body: (body ?? {}) as Asked['body'], stored }
  if (isProved?.() === false && needsFreshSignIn(effects, asked)) await askProof()
  try {
    return await send()
  } catch (error) {
    // This browser's clock is wrong, or the proof was another sign-in's.
    if (!(error instanceof AppError) || error.code !== 'proof.required.error') throw error
    await askProof()
    return send()
  }
}
