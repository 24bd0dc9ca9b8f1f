import { Outlet } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { Frame } from './Frame.tsx'

/** What stands around the screens of signed-in people. Draws nothing in the moment between a sign-out and the guard's answer. */
export function Shell() {
  const session = useSession()
  if (session === null) return null
  return (
    <Frame session={session}>
      <Outlet />
    </Frame>
  )
}
