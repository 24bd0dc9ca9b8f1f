/** Additions: one's data as a file, and the deletion of one's account (docs/security.md, 49). Staff start both for people who ask. */
import * as v from 'valibot'
import { byId } from './crud.ts'
import { backOffice, endpoint, everyRole, fileAnswer } from './endpoint.ts'
import { id, idText, instant } from './fields.ts'
import { always } from './effects.ts'

const shownExport = v.object({
  id,
  requestedAt: instant,
  /** Whether staff asked for it. */
  isByStaff: v.boolean(),
  /** Null until it is made. */
  sizeBytes: v.nullable(v.number()),
  /** Whether making it has failed. It is tried again; its owner may ask anew. */
  hasFailed: v.boolean(),
  /** Until when it can be downloaded; before it is made, until when it may be. */
  expiresAt: instant,
})
export type DataExport = v.InferOutput<typeof shownExport>

/** A deletion that can still be cancelled, unless it has begun. */
const shownDeletion = v.object({ requestedAt: instant, dueAt: instant, isByStaff: v.boolean(), hasBegun: v.boolean() })

const leavingAnswer = v.object({
  /** Newest first, without what has expired. */
  exports: v.array(shownExport),
  deletion: v.nullable(shownDeletion),
})
export type Leaving = v.InferOutput<typeof leavingAnswer>

const own = { audience: everyRole, body: 'none', response: leavingAnswer } as const
const ofUser = { audience: backOffice, params: byId, body: 'none', response: leavingAnswer } as const
const admins = ['ROLE_ADMIN'] as const

export const leaving = {
  getOwn: endpoint({ ...own, method: 'GET', path: '/leaving', isReadOnly: true, viewedAs: 'viewedProfile' }),

  /** The archive is made soon, and its owner gets a mail. While one is being made that has not failed, this changes nothing. */
  requestExport: endpoint({ ...own, method: 'POST', path: '/leaving/requestExport', effects: { rows: always } }),

  /** `resource.not.found` for another person's, and for one that is not made or has expired. */
  downloadExport: endpoint({
    method: 'POST',
    path: '/leaving/downloadExport',
    audience: everyRole,
    effects: { rows: always },
    body: 'form',
    request: v.strictObject({ exportId: idText }),
    response: fileAnswer,
  }),

  /** In `deletionDays` days. Changes nothing where it was asked for before. `last.administrator.error`: somebody has to look after the portal. */
  requestDeletion: endpoint({ ...own, method: 'POST', path: '/leaving/requestDeletion', effects: { loss: always } }),

  /** `deletion.begun.error` once it is being done. */
  cancelDeletion: endpoint({ ...own, method: 'POST', path: '/leaving/cancelDeletion' }),

  /** Of a user whom the caller may edit, otherwise `not.authorized`, as all that follow. The user gets the mail, and alone can download it. `record.deleted.error` for a deleted account: nobody could. */
  requestExportForUser: endpoint({ ...ofUser, method: 'POST', path: '/leaving/user/{id}/requestExport', effects: { rows: always } }),

  /** Of deleted accounts too. `own.account.error` for one's own. */
  requestDeletionForUser: endpoint({
    ...ofUser,
    audience: admins,
    method: 'POST',
    path: '/leaving/user/{id}/requestDeletion',
    effects: { loss: always },
  }),

  cancelDeletionForUser: endpoint({ ...ofUser, audience: admins, method: 'POST', path: '/leaving/user/{id}/cancelDeletion' }),
}
