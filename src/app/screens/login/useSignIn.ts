import { useNavigate, useSearch } from '@tanstack/react-router'
import { homeOf, loginPath } from '../../access.ts'
import { loadContract } from '../../createApi.ts'
import { loadPortalMessages } from '../../i18n.ts'
import { safeRedirect } from '../../safeRedirect.ts'
import { type Credentials, roleOf, signIn } from '../../session.ts'

/** What comes after the sign-in, fetched while the server checks the password; whether it came shows when it is needed. */
export function preloadPortal(): void {
  void Promise.allSettled([import('../../layout/Shell.tsx'), loadPortalMessages(), loadContract()])
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
