import { useNavigate, useSearch } from '@tanstack/react-router'
import { homeOf } from '../../session/access.ts'
import { loginPath } from '../../session/screens.ts'
import { safeRedirect } from '../../session/safeRedirect.ts'
import { type Credentials, roleOf, signIn } from '../../session/session.ts'

/** Fetches the layout while the server checks the password. A failure shows when the layout is needed. */
export function preloadPortal(): void {
  import('../../layout/Shell.tsx').catch(() => undefined)
}

/** Signs in and goes where the person wanted to be: the address they came from, else their own start. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: loginPath })
  return async (credentials) => {
    const session = await signIn(credentials)
    await navigate({ href: safeRedirect(redirect, location.origin) ?? homeOf(roleOf(session)), replace: true })
  }
}
