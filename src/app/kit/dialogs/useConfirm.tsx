import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { Confirm } from './Confirm.tsx'

export type Question = Pick<ComponentProps<typeof Confirm>, 'title' | 'description' | 'action' | 'isHarmless'>

/** Asks for confirmation: `ask` resolves to the answer. Render `question` somewhere. */
export function useConfirm(): { ask: (question: Question) => Promise<boolean>; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const answer = useRef<(isYes: boolean) => void>(undefined)

  function ask(question: Question): Promise<boolean> {
    setAsked(question)
    setIsOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }
  function close() {
    setIsOpen(false)
    // After a yes this does nothing: the promise is already resolved.
    answer.current?.(false)
  }
  return { ask, question: asked && <Confirm {...asked} isOpen={isOpen} onClose={close} onConfirm={() => answer.current?.(true)} /> }
}
