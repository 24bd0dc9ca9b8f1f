/**
 * The state in which each user left each list, stored in this browser until they sign out or the next person signs in. Knows no list, so
 * that it loads without their code.
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose search stands in this entry's address. */
    searchOwner?: number | undefined
  }
}

/** For an entry of the tab's history with a list's search in its address. */
export function ownState(): { readonly searchOwner: number | undefined } {
  return { searchOwner: sessionStore.readOwn()?.id }
}

function forgetTables(isForgotten: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix) && isForgotten(key)) localStorage.removeItem(key)
}

// A search text may be a customer's name.
addSignOutHook(() => forgetTables(() => true))

/** Deletes what another person's session has left that ended without signing out. A view as a customer is the administrator's own session. */
export function forgetTablesOfOthers(): void {
  const own = `${prefix}${sessionStore.readOwn()?.id ?? ''}.`
  forgetTables((key) => !key.startsWith(own))
}
