/**
 * Sends SMS through the HTTP gateway of SMS_URL: `POST {"to": "+33612345678", "text": "…", "id": "…"}` as JSON, with `Idempotency-Key` and,
 * if SMS_TOKEN is set, a bearer token. `id` and key are the same for every attempt. Any 2xx means accepted. Knows no codes.
 */
import type { Config } from '../config/readConfig.ts'

export type Sms = {
  readonly channel: 'sms'
  readonly messageId: string
  /** "+33612345678" */
  readonly recipient: string
  readonly text: string
}

const timeoutMs = 10_000
/** Refusals that may be temporary: authentication, time-out, conflict, too early, too many requests. */
const temporaryStatuses: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429])

/** Returns undefined without a gateway. The function resolves to `refused` for a permanent 4xx and rejects if a retry may help. */
export function openSmsGateway({ sms }: Config): ((message: Sms) => Promise<'taken' | 'refused'>) | undefined {
  if (sms === undefined) return undefined
  return async ({ recipient, text, messageId }) => {
    const response = await fetch(sms.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': messageId,
        ...(sms.token !== undefined && { authorization: `Bearer ${sms.token}` }),
      },
      body: JSON.stringify({ to: recipient, text, id: messageId }),
      // No request may go to another host than the configured one.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return 'taken'
    const { status } = response
    if (status >= 400 && status < 500 && !temporaryStatuses.has(status)) return 'refused'
    throw Object.assign(new Error('the SMS gateway refused'), { responseCode: status })
  }
}
