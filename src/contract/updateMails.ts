/** Additions: mails about updates and reminders, which one click switches off without signing in (RFC 8058), or the profile. */
import * as v from 'valibot'
import { endpoint, everyRole } from './endpoint.ts'
import { mailedToken } from './fields.ts'
import { locales } from './rules.ts'

const token = mailedToken('mail.link.invalid.error')

const answer = v.object({ isOn: v.boolean() })

export const updateMails = {
  /** What a link in these mails is about, and their language. Reading changes nothing. `mail.link.invalid.error` for an unknown token. */
  check: endpoint({
    method: 'POST',
    path: '/updateMails/check',
    audience: 'anyone',
    body: 'form',
    request: v.strictObject({ token }),
    response: v.object({ ...answer.entries, locale: v.picklist(locales) }),
  }),

  /**
   * Also where the header List-Unsubscribe says, for mail programs, which send this body. Mailbox providers send it for many people from one address.
   * Safe to repeat. `mail.link.invalid.error` for an unknown token.
   */
  switchOff: endpoint({
    method: 'POST',
    path: '/updateMails/switchOff/{token}',
    alsoAt: '/unsubscribe/{token}',
    audience: 'anyone',
    body: 'form',
    params: v.strictObject({ token }),
    request: v.strictObject({ 'List-Unsubscribe': v.literal('One-Click') }),
    response: v.object({}),
  }),

  getOwn: endpoint({
    method: 'GET',
    path: '/updateMails',
    audience: everyRole,
    isReadOnly: true,
    viewedAs: 'viewedProfile',
    body: 'none',
    response: answer,
  }),

  saveOwn: endpoint({
    method: 'POST',
    path: '/updateMails',
    audience: everyRole,
    body: 'json',
    request: v.strictObject(answer.entries),
    response: answer,
  }),
}
