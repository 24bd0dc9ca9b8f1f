import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDiscard } from './ConfirmDiscard.tsx'

type Leaving = {
  /** The form says it at each change: `useContractForm({ onChanged })`. */
  onChanged: (isChanged: boolean) => void
  leave: () => void
  /** Drawn beside the dialog. */
  question: ReactNode
}

/** The way out of a dialog with a form: asks before what was typed is lost. */
export function useLeaving(onClose: () => void): Leaving {
  // Read when it is left: a dialog drawn a moment before the last key would not know of it, and close.
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
