import { type RefObject, useEffect } from 'react'

/** Keyboard shortcuts: `/` focuses the search, the arrows move between rows, Enter opens one (its link has the focus), `n` adds one. */
export function useTableKeys(screen: RefObject<HTMLElement | null>, onNew: (() => void) | undefined): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target, key } = event
      if (!(target instanceof HTMLElement) || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
      const search = screen.current?.querySelector<HTMLInputElement>('input[type=search]')
      const isInSearch = target === search
      const isFree = target === document.body || target.hasAttribute('data-row-link') || target.matches('main, section, h1')
      if ((key === 'ArrowDown' || key === 'ArrowUp') && (isFree || isInSearch)) {
        const links = [...(screen.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
        const next = links[links.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)] ?? (links.includes(target) ? undefined : links[0])
        if (next === undefined) return
        event.preventDefault()
        next.focus()
      } else if (key === '/' && !isTyping(target)) {
        event.preventDefault()
        search?.focus()
        search?.select()
      } else if (key === 'n' && !isTyping(target) && onNew !== undefined) {
        event.preventDefault()
        onNew()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen, onNew])
}

function isTyping(target: HTMLElement): boolean {
  return target.matches('input, textarea, select, [contenteditable], [role=combobox]')
}
