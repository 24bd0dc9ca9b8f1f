import { type FocusEvent, useEffect, useRef } from 'react'
import type { PageStep } from '../../../update/pageStep.ts'

/** Keeps the focus on the next step. A finished step removes its button, and the focus would fall back to the body. */
export function useFollowedFocus({ name }: PageStep) {
  const isWithin = useRef(false)
  const shown = useRef(name)
  useEffect(() => {
    if (shown.current === name) return
    shown.current = name
    const { activeElement, body } = document
    const isLeft = activeElement === body || activeElement?.hasAttribute('data-step-headline') === true
    if (isWithin.current && isLeft) focusNextStep()
  }, [name])
  return {
    onFocus: () => {
      isWithin.current = true
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      isWithin.current = currentTarget.contains(relatedTarget)
    },
  }
}

/** Moves the focus to the next step when something has ended, so that it does not fall back to the body. */
export function focusNextStep(): void {
  const panel = document.querySelector('[data-step-headline]')?.closest('section')
  const button = panel?.querySelector<HTMLElement>('[data-step-button]:not(:disabled)')
  const target = button ?? panel?.querySelector<HTMLElement>('[data-step-headline]')
  target?.focus()
}
