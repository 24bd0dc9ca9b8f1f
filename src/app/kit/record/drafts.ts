/** What somebody had typed into a form when their session ended, kept until they are back in it. In memory only: signing out forgets it. */
import { addSignOutHook } from '../../session/session.ts'

const drafts = new Map<string, unknown>()

export function keepDraft(key: string, values: unknown): void {
  drafts.set(key, values)
}

/** Gives it once. */
export function takeDraft(key: string): unknown {
  const draft = drafts.get(key)
  drafts.delete(key)
  return draft
}

addSignOutHook(() => drafts.clear())
