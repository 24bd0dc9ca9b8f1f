import { useNavigate, useSearch } from '@tanstack/react-router'
import { readShown, searchOf, type Shown } from './period.ts'

/** Which updates are shown, and a way to change it. The address holds it, so that Back and a link lead to the same chart. */
export function useShown(): { readonly shown: Shown; readonly change: (changes: Partial<Shown>) => void } {
  const navigate = useNavigate()
  const shown = useSearch({ strict: false, select: readShown, structuralSharing: true })
  return {
    shown,
    change: (changes) => void navigate({ to: '.', search: searchOf({ ...shown, ...changes }), resetScroll: false }),
  }
}
