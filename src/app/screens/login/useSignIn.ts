import { useNavigate, useSearch } from '@tanstack/react-router'
import { loadAllTexts } from '../../i18n/i18n.ts'
import { homeOf } from '../../session/access.ts'
import { loginPath } from '../../session/screens.ts'
import { safeRedirect } from '../../session/safeRedirect.ts'
import { type CodeStep, type Credentials, roleOf, signIn } from '../../session/session.ts'
import type { Registration } from './register/RegisterForm.tsx'

/** Loads the layout while the server checks the password. An error appears when the layout is needed. */
export function preloadPortal(): void {
  Promise.all([import('../../layout/Shell.tsx'), loadAllTexts()]).catch(() => undefined)
}

/** Signs in and goes to the requested address, or else to the user's start page. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: loginPath })
  return async (credentials) => {
    const session = await signIn(credentials)
    await navigate({ href: safeRedirect(redirect, location.origin) ?? homeOf(roleOf(session)), replace: true })
  }
}

/** The current view of the screen and its initial values. */
export type LoginView =
  | { readonly name: 'signIn'; readonly credentials: Credentials }
  | { readonly name: 'checkMail'; readonly registration: Registration }
  | { readonly name: 'forgotPassword'; readonly username: string }
  | { readonly name: 'code'; readonly credentials: Credentials; readonly step: CodeStep }

export type OnView = (view: LoginView) => void
