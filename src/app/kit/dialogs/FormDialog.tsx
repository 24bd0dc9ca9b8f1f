import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ConfirmDiscard } from './ConfirmDiscard.tsx'
import { TitledDialog, type TitledDialogProps } from './TitledDialog.tsx'

/** What the dialog gives to its form. `onChanged` is for `useContractForm`. */
export type FormDialogControls = { onChanged: (isChanged: boolean) => void; onCancel: () => void }

type FormDialogProps = Omit<TitledDialogProps, 'children'> & { children: (form: FormDialogControls) => ReactNode }

/** A dialog around a form. Asks before unsaved changes are lost. */
export function FormDialog({ title, description, width, onClose, children }: FormDialogProps) {
  const { onChanged, leave, question } = useLeaving(onClose)
  return (
    <>
      <TitledDialog title={title} description={description} width={width} onClose={leave}>
        {children({ onChanged, onCancel: leave })}
      </TitledDialog>
      {question}
    </>
  )
}

type Leaving = {
  /** For `useContractForm({ onChanged })`. */
  onChanged: (isChanged: boolean) => void
  leave: () => void
  /** Render it beside the dialog. */
  question: ReactNode
}

/** Closes a dialog with a form; asks first if it has unsaved changes. */
function useLeaving(onClose: () => void): Leaving {
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
