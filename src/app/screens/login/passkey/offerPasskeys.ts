import type { PasskeySignature } from '../../../../contract/factors.ts'
import { canAutofill } from '../../../browser/passkeys.ts'
import { askPasskey } from './askPasskey.ts'

/** What the browser is to sign serves for ten minutes. */
const renewMs = 9 * 60_000

/**
 * Offers passkeys in the field of the email address until `signal` aborts. What fails here is silent, because nobody asked for it; `take`
 * shows its own failures, and passkeys are offered again after it.
 */
export async function offerPasskeys(signal: AbortSignal, take: (signature: PasskeySignature) => Promise<void>): Promise<void> {
  if (!(await canAutofill().catch(() => false))) return
  while (!signal.aborted) {
    await pageVisible(signal)
    const signature = await chosenPasskey(signal)
    if (signature !== null) await take(signature)
  }
}

/** Null when it is time to ask anew. */
async function chosenPasskey(signal: AbortSignal): Promise<PasskeySignature | null> {
  if (signal.aborted) return null
  const turn = new AbortController()
  const end = () => turn.abort()
  const ended = new Promise<null>((resolve) => {
    turn.signal.addEventListener('abort', () => resolve(null))
  })
  const timer = setTimeout(end, renewMs)
  signal.addEventListener('abort', end)
  const chosen = await askPasskey({ signal: turn.signal, autofill: true }).catch(() => ended)
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
  return chosen
}

async function pageVisible(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) {
    await new Promise<void>((resolve) => {
      document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
