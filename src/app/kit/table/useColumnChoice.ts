import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { sessionStore } from '../../api/sessionStore.ts'

/** The columns of a list that a user wants to see, stored in this browser. */
export function useColumnChoice(entity: string) {
  const key = `fieldport.columns.${sessionStore.read()?.id ?? ''}.${entity}`
  const [visibility, setVisibility] = useState<ColumnVisibilityState>(() => read(key))
  function choose(next: ColumnVisibilityState) {
    setVisibility(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [visibility, choose] as const
}

function read(key: string): ColumnVisibilityState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    const entries = Object.entries<unknown>(typeof stored === 'object' && stored !== null ? { ...stored } : {})
    return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean'))
  } catch {
    return {}
  }
}
