/** Unsaved form values of a session that ended, kept until the user is back in the form. Only in memory; signing out clears them. */
import { addSignOutHook } from '../../session/session.ts'

const drafts = new Map<string, unknown>()

export function keepDraft(key: string, values: unknown): void {
  drafts.set(key, values)
}

/** Returns and removes the draft. */
export function takeDraft(key: string): unknown {
  const draft = drafts.get(key)
  drafts.delete(key)
  return draft
}

addSignOutHook(() => drafts.clear())
