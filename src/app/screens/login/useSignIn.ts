import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LoginSession } from '../../../contract/authentication.ts'
import type { FactorKind } from '../../../contract/rules.ts'
import { loadAllTexts } from '../../i18n/i18n.ts'
import { homeOf } from '../../session/access.ts'
import { loginPath } from '../../session/screens.ts'
import { safeRedirect } from '../../session/safeRedirect.ts'
import { type CodeStep, type Credentials, roleOf, type SecondStep, signIn } from '../../session/session.ts'
import type { Registration } from './register/RegisterForm.tsx'

/** Loads the layout while the server checks the password. An error appears when the layout is needed. */
export function preloadPortal(): void {
  Promise.all([import('../../layout/Shell.tsx'), loadAllTexts()]).catch(() => undefined)
}

/** Goes to the requested address, or else to the user's start page. */
export function useEnter(): (session: LoginSession) => Promise<void> {
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: loginPath })
  return (session) => navigate({ href: safeRedirect(redirect, location.origin) ?? homeOf(roleOf(session)), replace: true })
}

/** Signs in and enters. */
export function useSignIn(): (credentials: Credentials) => Promise<void> {
  const enter = useEnter()
  return async (credentials) => enter(await signIn(credentials))
}

type FactorStep = { readonly credentials: Credentials; readonly factors: readonly FactorKind[] }

/** The current view of the screen and its initial values. */
export type LoginView =
  | { readonly name: 'signIn'; readonly credentials: Credentials }
  | { readonly name: 'checkMail'; readonly registration: Registration }
  | { readonly name: 'forgotPassword'; readonly username: string }
  | (FactorStep & { readonly name: 'code'; readonly code: CodeStep })
  | (FactorStep & { readonly name: 'factor'; readonly code: CodeStep | null; readonly hasExpired?: true })

export type OnView = (view: LoginView) => void

export type ViewProps<Name extends LoginView['name']> = { view: Extract<LoginView, { name: Name }>; onView: OnView }

export function secondView(credentials: Credentials, { code, factors }: SecondStep): LoginView {
  return code === null ? { name: 'factor', credentials, code, factors } : { name: 'code', credentials, code, factors }
}
