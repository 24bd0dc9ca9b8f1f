import { redirect } from '@tanstack/react-router'
import { sessionStore } from '../api/sessionStore.ts'
import { landing } from '../session/access.ts'
import { loginPath, type ScreenPath } from '../session/screens.ts'
import { roleOf } from '../session/session.ts'

/** Redirects users from screens they may not open. A guest returns to `href` after signing in. */
export function guard(path: ScreenPath, href = '/'): void {
  const to = landing(path, roleOf(sessionStore.read()))
  if (to === null) return
  if (to === loginPath) throw redirect({ to, search: href === '/' ? {} : { redirect: href }, replace: true })
  throw redirect({ to, replace: true })
}
