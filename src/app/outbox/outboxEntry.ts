import type { ErrorCode } from '../../errors.ts'

export type OutboxEntry = {
  readonly idempotencyKey: string
  /** The user's id. The entry is sent only while this user is signed in. */
  readonly owner: number
  readonly call: string
  readonly payload: unknown
  /** The entry whose response is sent with this one. It is sent first. */
  readonly needs: number | null
  /** Its response is stored until the entry that needs it has been sent. */
  readonly isNeededLater: boolean
  /** Best effort: not counted, deleted when refused, and the entry that it needs stays. */
  readonly isAside: boolean
  /** In ms since 1970: until then the tab that added it waits for the answer, and no other tab sends it. */
  readonly awaitedUntil?: number
  readonly state: EntryState
}

export type EntryState =
  /** `pausedUntil`, in ms since 1970: the server limits these calls until then. */
  | { readonly status: 'waiting'; readonly pausedUntil?: number }
  | { readonly status: 'sent'; readonly answer: unknown }
  /** The server will never accept it. */
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly invalidField?: string | undefined }
