/**
 * The state in which each user left each list, stored in this browser until they sign out. Knows no list, so that it loads without their
 * code.
 */
import { addSignOutHook } from '../../session/session.ts'
import { sessionStore } from '../../api/sessionStore.ts'

const prefix = 'fieldport.table.'

function keyOf(entity: string): string {
  return `${prefix}${sessionStore.read()?.id ?? ''}.${entity}`
}

/** The search part of the list's address, or null if there is none to restore. */
export function readSavedTable(entity: string): Readonly<Record<string, unknown>> | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(entity)) ?? 'null')
    return typeof saved === 'object' && saved !== null && Object.keys(saved).length > 0 ? { ...saved } : null
  } catch {
    return null
  }
}

export function saveTable(entity: string, search: Readonly<Record<string, unknown>>): void {
  if (Object.keys(search).length === 0) localStorage.removeItem(keyOf(entity))
  else localStorage.setItem(keyOf(entity), JSON.stringify(search))
}

// A search text may be a customer's name.
addSignOutHook(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
})
