import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * When the focused element disappears, focuses the open dialog, else the page's headline, else its content. An element that focuses itself,
 * such as a form's first field, wins.
 */
export function FocusKeeper() {
  const router = useRouter()
  useEffect(() => {
    let last: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLost = false

    function remember({ target }: FocusEvent): void {
      if (target instanceof Element) last = target
      isLost = false
    }
    function look(): void {
      if (document.activeElement !== document.body) return
      if (last !== null && !last.isConnected) isLost = true
      if (!isLost) return
      clearTimeout(timer)
      // After the effects of what has just been drawn, and after what Radix does as a dialog closes.
      timer = setTimeout(() => {
        if (isLost && document.activeElement === document.body) focusPlace()?.focus({ preventScroll: true })
      }, settleMs)
    }
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      if (!pathChanged || fromLocation === undefined) return
      isLost = document.activeElement === document.body
      look()
    })
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', remember)
    return () => {
      unsubscribe()
      observer.disconnect()
      document.removeEventListener('focusin', remember)
      clearTimeout(timer)
    }
  }, [router])
  return null
}

const settleMs = 50

function focusPlace(): HTMLElement | undefined {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(-1)
  const place = dialog ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (place === null) return undefined
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  return place
}
