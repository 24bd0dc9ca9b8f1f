import type { CodeStep, Credentials } from '../../session/session.ts'

/** The current view of the screen and its initial values. */
export type LoginView =
  | { readonly name: 'signIn'; readonly credentials: Credentials }
  | { readonly name: 'forgotPassword'; readonly username: string }
  | { readonly name: 'code'; readonly credentials: Credentials; readonly step: CodeStep }

export type OnView = (view: LoginView) => void
