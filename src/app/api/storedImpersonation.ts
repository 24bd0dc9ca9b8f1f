/**
 * An administrator's view of the portal as a customer, in this tab's session storage: other tabs stay the administrator's, a reload keeps
 * it, and closing the tab ends it. Knows no calls and not whose session this is.
 */
import * as v from 'valibot'
import { createStoredItem } from '../browser/storedItem.ts'

const storedImpersonation = v.object({
  id: v.string(),
  impersonateToken: v.string(),
  administratorId: v.number(),
  customer: v.object({ id: v.number(), username: v.string(), tostring: v.string() }),
  /** In ms since 1970, by this computer's clock. */
  endsAt: v.number(),
})
export type StoredImpersonation = v.InferOutput<typeof storedImpersonation>

const item = createStoredItem('fieldport.impersonation', () => sessionStorage)
let cache: { readonly text: string | null; readonly view: StoredImpersonation | null } = { text: null, view: null }

/** Returns the same object until the stored text changes. */
export function readImpersonation(): StoredImpersonation | null {
  const text = item.get()
  if (text === cache.text) return cache.view
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedImpersonation), text)
  cache = { text, view: parsed.success ? parsed.output : null }
  return cache.view
}

export function writeImpersonation(view: StoredImpersonation | null): void {
  item.set(view === null ? null : JSON.stringify(view))
}

/** Returns a function that unsubscribes. */
export function subscribeToImpersonation(listener: () => void): () => void {
  return item.subscribe(listener).unsubscribe
}
