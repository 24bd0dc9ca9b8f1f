import { type RefObject, useEffect } from 'react'
import { freePlaceOf, useKeys } from '../keys/singleKeys.ts'

/** Keyboard shortcuts: `/` focuses the search, the arrows move between rows, Enter opens one (its link has the focus), `x` selects it, `n` adds one. */
export function useTableKeys(screen: RefObject<HTMLElement | null>, onNew: (() => void) | undefined): void {
  useKeys({
    '/'() {
      const search = searchOf(screen)
      search?.focus()
      search?.select()
    },
    n: onNew,
    x: selectFocused,
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key } = event
      const target = freePlaceOf(event)
      if (target === null || (key !== 'ArrowDown' && key !== 'ArrowUp')) return
      const isFree = target === document.body || target.hasAttribute('data-row-link') || target.matches('main, section, h1')
      if (!isFree && target !== searchOf(screen)) return
      const links = [...(screen.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
      const next = links[links.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)] ?? (links.includes(target) ? undefined : links[0])
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen])
}

function searchOf(screen: RefObject<HTMLElement | null>): HTMLInputElement | null | undefined {
  return screen.current?.querySelector<HTMLInputElement>('input[type=search]')
}

function selectFocused(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('[data-row-check]')?.click()
}
