import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import type { ComponentType, ReactNode } from 'react'
import { useSession } from '../session/session.ts'

const dialogs = new Store<{ readonly Dialogs: ComponentType } | null>(null)

/** From now on these are drawn above every screen. */
export function hostUpdates(Dialogs: ComponentType): void {
  dialogs.setState(() => ({ Dialogs }))
}

/**
 * Draws an update beside the screens, so that it outlives each of them: whatever breaks, its progress and its question stay. Knows no update;
 * the screen that starts one brings what draws it.
 */
export function WithUpdates({ children }: { children: ReactNode }) {
  const session = useSession()
  const hosted = useSelector(dialogs)
  // Also where the session has ended meanwhile: the detector is still being written.
  const isOwn = session?.impersonateToken === undefined
  return (
    <>
      {children}
      {isOwn && hosted !== null && <hosted.Dialogs key={session?.id} />}
    </>
  )
}
