/** Whether to download firmware before the user asks for it, and which files the user has deleted. Knows no screen. */
import { useSelector } from '@tanstack/react-store'
import { createStoredItem } from '../browser/storedItem.ts'

export const prefetchChoices = ['always', 'wifi', 'never'] as const
export type PrefetchChoice = (typeof prefetchChoices)[number]

const storedChoice = createStoredItem('fieldport.fetchAhead')
const droppedKey = 'fieldport.dropped'

/** Few systems know the `type`. */
type NetworkConnection = { readonly saveData?: boolean; readonly type?: string }

function connection(): NetworkConnection | undefined {
  // Chromium only, so TypeScript's library does not have it.
  return 'connection' in navigator ? (navigator.connection as NetworkConnection) : undefined
}

function choiceOf(text: string | null): PrefetchChoice {
  return prefetchChoices.find((choice) => choice === text) ?? 'always'
}

export function setPrefetchChoice(choice: PrefetchChoice): void {
  storedChoice.set(choice)
}

export function usePrefetchChoice(): PrefetchChoice {
  return useSelector(storedChoice, choiceOf)
}

/** With "wifi", an unknown connection type counts as Wi-Fi. Never while the system saves data. */
export function mayPrefetch(choice: PrefetchChoice, { saveData = false, type }: NetworkConnection = connection() ?? {}): boolean {
  if (choice === 'never' || saveData) return false
  return choice === 'always' || type === undefined || type === 'wifi' || type === 'ethernet'
}

export function droppedByUser(): ReadonlySet<string> {
  return new Set(localStorage.getItem(droppedKey)?.split(' '))
}

export function rememberDropped(sha256: string, isDropped: boolean): void {
  const dropped = new Set(droppedByUser())
  if (isDropped) dropped.add(sha256)
  else dropped.delete(sha256)
  localStorage.setItem(droppedKey, [...dropped].join(' '))
}

/** For sign-out. */
export function forgetDropped(): void {
  localStorage.removeItem(droppedKey)
}
