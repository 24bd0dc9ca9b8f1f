import { useBlocker } from '@tanstack/react-router'
import { sessionStore } from '../../api/sessionStore.ts'
import { ConfirmDiscard } from '../dialogs/ConfirmDiscard.tsx'

/** Asks before a screen whose form has changes is left: for another screen here, for another site by the browser. Never holds back a sign-out. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged && sessionStore.read() !== null,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return <ConfirmDiscard isOpen={status === 'blocked'} onClose={() => reset?.()} onConfirm={() => proceed?.()} />
}
