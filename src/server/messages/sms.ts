/**
 * Sends SMS by the HTTP gateway of SMS_URL: `POST {"to": "+33612345678", "text": "…", "id": "…"}` in JSON, with `Idempotency-Key` and, where
 * SMS_TOKEN is set, a bearer token. `id` and key are the same at every attempt. Any 2xx means taken. Knows no codes.
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
/** A refusal that passes: timed out, conflict, too early, too many. */
const passing: ReadonlySet<number> = new Set([401, 403, 408, 409, 425, 429])

/** undefined where no gateway is configured. `refused` for a 4xx that will not pass; rejects where trying again may help. */
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
      // Only the configured host is ever asked.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return 'taken'
    const { status } = response
    if (status >= 400 && status < 500 && !passing.has(status)) return 'refused'
    throw Object.assign(new Error('the SMS gateway refused'), { responseCode: status })
  }
}
