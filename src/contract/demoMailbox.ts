/** Addition: in demo mode mails and SMS go here, so that every flow can be tried without a mail server. 404 otherwise. */
import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

const demoMessage = v.object({
  id,
  channel: v.picklist(['mail', 'sms']),
  recipient: v.string(),
  /** Null for an SMS. */
  subject: v.nullable(v.string()),
  text: v.string(),
  /** A complete HTML document without scripts or external resources; null for an SMS. */
  html: v.nullable(v.string()),
  sentAt: instant,
})
export type DemoMessage = v.InferOutput<typeof demoMessage>

export const demoMailbox = {
  /** The newest fifty messages, newest first. */
  getAll: endpoint({
    method: 'GET',
    path: '/demoMailbox',
    audience: 'anyone',
    isReadOnly: true,
    body: 'none',
    response: v.array(demoMessage),
  }),
}
