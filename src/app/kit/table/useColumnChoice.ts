import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import * as v from 'valibot'
import { sessionStore } from '../../sessionStore.ts'

const stored = v.fallback(v.record(v.string(), v.boolean()), {})

/** Which columns of a list a person wants to see, kept in this browser for them. */
export function useColumnChoice(word: string) {
  const key = `fieldport.columns.${sessionStore.read()?.id ?? ''}.${word}`
  const [visibility, setVisibility] = useState<ColumnVisibilityState>(() => read(key))
  function choose(next: ColumnVisibilityState) {
    setVisibility(next)
    localStorage.setItem(key, JSON.stringify(next))
  }
  return [visibility, choose] as const
}

function read(key: string): ColumnVisibilityState {
  try {
    return v.parse(stored, JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}
