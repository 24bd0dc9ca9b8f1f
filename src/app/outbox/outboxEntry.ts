import type { ErrorCode } from '../../errors.ts'

export type OutboxEntry = {
  readonly idempotencyKey: string
  /** The id of the user whose entry it is: sent only while they are signed in. */
  readonly owner: number
  readonly call: string
  readonly payload: unknown
  /** The entry whose answer this one is sent with; it goes first. */
  readonly needs: number | null
  /** Its answer is kept until the entry that needs it has been sent. */
  readonly isNeededLater: boolean
  /** Best effort: nobody counts it, what it needs stays for others, and it goes where the server refuses it. Absent in older entries. */
  readonly isAside?: boolean
  readonly state: EntryState
}

export type EntryState =
  /** `pausedUntil`, in ms since 1970: the server takes no more of these calls before. */
  | { readonly status: 'waiting'; readonly pausedUntil?: number }
  | { readonly status: 'sent'; readonly answer: unknown }
  /** The server has understood and will never accept it. */
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly invalidField?: string | undefined }
