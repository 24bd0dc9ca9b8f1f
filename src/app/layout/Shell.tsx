import { Outlet } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { Frame } from './Frame.tsx'

/** The frame of all screens for signed-in users. Renders nothing between a sign-out and the guard's redirect. */
export function Shell() {
  const session = useSession()
  if (session === null) return null
  return (
    <Frame session={session}>
      <Outlet />
    </Frame>
  )
}
