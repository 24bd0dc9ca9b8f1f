import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDiscard } from './ConfirmDiscard.tsx'

type Leaving = {
  /** For `useContractForm({ onChanged })`. */
  onChanged: (isChanged: boolean) => void
  leave: () => void
  /** Render it beside the dialog. */
  question: ReactNode
}

/** Closes a dialog with a form; asks first if it has unsaved changes. */
export function useLeaving(onClose: () => void): Leaving {
  // A ref, read on leaving: a closure from the last render could miss the last key press, and close.
  const isChanged = useRef(false)
  const [isAsking, setIsAsking] = useState(false)
  const onChanged = useCallback((is: boolean) => {
    isChanged.current = is
  }, [])

  function close() {
    setIsAsking(false)
    onClose()
  }
  return {
    onChanged,
    leave: () => (isChanged.current ? setIsAsking(true) : close()),
    question: <ConfirmDiscard isOpen={isAsking} onClose={() => setIsAsking(false)} onConfirm={close} />,
  }
}
