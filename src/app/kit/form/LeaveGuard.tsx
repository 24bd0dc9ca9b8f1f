import { useBlocker } from '@tanstack/react-router'
import { sessionStore } from '../../api/sessionStore.ts'
import { ConfirmDiscard } from '../dialogs/ConfirmDiscard.tsx'

/** Asks before the user leaves a screen with unsaved changes, by a link or to another site. Never blocks a sign-out. */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged && sessionStore.read() !== null,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return <ConfirmDiscard isOpen={status === 'blocked'} onClose={() => reset?.()} onConfirm={() => proceed?.()} />
}
