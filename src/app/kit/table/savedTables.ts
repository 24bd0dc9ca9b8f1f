/** Where each person left each list, in this browser until they sign out. Knows no list; the lists' own code is loaded later. */
import { addSignOutHook } from '../../session/session.ts'
import { sessionStore } from '../../api/sessionStore.ts'

const prefix = 'fieldport.table.'

function keyOf(entity: string): string {
  return `${prefix}${sessionStore.read()?.id ?? ''}.${entity}`
}

/** The search part of the list's address, or null where there is none to come back to. */
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

// What was searched for may be a customer's name.
addSignOutHook(() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
})
