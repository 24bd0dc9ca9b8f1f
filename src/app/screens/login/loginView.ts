import type { CodeStep, Credentials } from '../../session/session.ts'

/** Which of the screen's views is shown, and what it begins with. */
export type LoginView =
  | { readonly name: 'signIn'; readonly credentials: Credentials }
  | { readonly name: 'forgotPassword'; readonly username: string }
  | { readonly name: 'code'; readonly credentials: Credentials; readonly step: CodeStep }

export type OnView = (view: LoginView) => void
