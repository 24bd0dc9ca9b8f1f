/**
 * What staff who answer a call see of a user beside the record, and do about it: mails and SMS, sessions, notes. All of it is an addition.
 * `not.authorized` for an account that the caller may not edit. Spread into `user`.
 */
import * as v from 'valibot'
import { byId, choice, ofAsked, saved } from './crud.ts'
import { backOffice, endpoint } from './endpoint.ts'
import { id, idText, instant, text } from './fields.ts'
import { sessionAnswer } from './session.ts'

/** Every kind of message that the portal sends. */
export const messageKinds = [
  'invitation',
  'validateAccount',
  'resetPassword',
  'passwordChanged',
  'confirmUsername',
  'usernameChanged',
  'usernameRestored',
  'phoneChanged',
  'smsCode',
  'phoneCode',
  'newDevice',
  'factorAdded',
  'factorRemoved',
  'factorsReset',
  'factorsResetDone',
  'administratorAdded',
  'dataExportReady',
  'deletionRequested',
  'deletionCancelled',
  'recall',
  'stepNotTaken',
  'releaseHalted',
  'planPaused',
  'portalFails',
  'proofApproved',
  'proofRefused',
  'proofsLate',
  'extensionEnds',
  'releaseOffered',
  'betaOffered',
  'updateUnfinished',
  'alertStarted',
  'alertEnded',
] as const
export type MessageKind = (typeof messageKinds)[number]

/**
 * `waiting`: not yet handed over; it is tried again. `handedOver`: accepted by the mail server or SMS provider. `refused`: by either, for good.
 * `tooLate`: could not be handed over while it was useful. `notNeeded`: what it was about was over before it was sent.
 */
const messageOutcomes = ['waiting', 'handedOver', 'refused', 'tooLate', 'notNeeded'] as const
export type MessageOutcome = (typeof messageOutcomes)[number]

const messageAnswer = v.object({
  id: v.string(),
  /** `other`: one of a later version than the reader's. */
  kind: v.fallback(v.picklist([...messageKinds, 'other']), 'other'),
  /** When it was asked for. */
  date: instant,
  outcome: v.picklist(messageOutcomes),
  /** When its outcome was known; null while it waits. */
  settledAt: v.nullable(instant),
})
export type SentMessage = v.InferOutput<typeof messageAnswer>

const noteMaxLength = 2_000

const noteAnswer = v.object({ id, text: v.string(), date: instant, by: v.nullable(choice), mayRemove: v.boolean() })
export type UserNote = v.InferOutput<typeof noteAnswer>

const shared = { audience: backOffice, params: byId } as const

export const userSupport = {
  /** The messages of the last `messagesKeptDays` to this account, newest first, without text and address: `listRowsMax` at most. */
  getMessages: endpoint({
    ...shared,
    method: 'GET',
    path: '/user/{id}/messages',
    isReadOnly: true,
    body: 'none',
    response: v.array(messageAnswer),
    people: ofAsked,
  }),

  /** Where the user is signed in, last used first. */
  getSessions: endpoint({
    ...shared,
    method: 'GET',
    path: '/user/{id}/sessions',
    isReadOnly: true,
    body: 'none',
    response: v.array(sessionAnswer),
    people: ofAsked,
  }),

  /** Signs the user out of one session, or everywhere without `sessionId`. `resource.not.found` if that session has ended. */
  endSessions: endpoint({
    ...shared,
    method: 'POST',
    path: '/user/{id}/endSessions',
    body: 'form',
    request: v.strictObject({ sessionId: v.optional(v.pipe(v.string(), v.uuid())) }),
    response: saved,
  }),

  /** Newest first, `listRowsMax` at most. */
  getNotes: endpoint({
    ...shared,
    method: 'GET',
    path: '/user/{id}/notes',
    isReadOnly: true,
    body: 'none',
    response: v.array(noteAnswer),
    people: ofAsked,
  }),

  addNote: endpoint({
    ...shared,
    method: 'POST',
    path: '/user/{id}/notes',
    body: 'form',
    request: v.strictObject({ text: text(noteMaxLength) }),
    response: saved,
    isIdempotentByKey: true,
  }),

  /** For its author and administrators. The history keeps that a note was removed, not its text. */
  removeNote: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/user/{id}/notes/{noteId}',
    params: v.strictObject({ id: idText, noteId: idText }),
    body: 'none',
    response: saved,
  }),
}
