/**
 * Shortcuts of a single character, which can be switched off (WCAG 2.1.4): speech input, for example, types letters where none are meant. Knows
 * no shortcut.
 */
import { useSelector } from '@tanstack/react-store'
import { useEffect, useEffectEvent } from 'react'
import { createStoredItem } from '../../browser/storedItem.ts'

/** Kept for this browser, as the theme is. */
const switchedOff = createStoredItem('fieldport.singleKeysOff')

export function setSingleKeys(areOn: boolean): void {
  switchedOff.set(areOn ? null : 'true')
}

export function useSingleKeys(): boolean {
  return useSelector(switchedOff, (text) => text === null)
}

/** Where a key was pressed that no control, dialog or browser command claims; null elsewhere. */
export function freePlaceOf(event: KeyboardEvent): HTMLElement | null {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event
  if (defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return null
  return isDialogOpen() ? null : target
}

export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog]') !== null
}

/** Calls what stands under the pressed character, once however long it is held, unless somebody types. Where it is undefined the key does nothing. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const press = keys[event.key]
    const place = freePlaceOf(event)
    if (press === undefined || place === null || isTyping(place) || switchedOff.get() !== null) return
    event.preventDefault()
    if (!event.repeat) press()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: HTMLElement): boolean {
  return target.matches('input, textarea, select, [contenteditable], [role=combobox]')
}
