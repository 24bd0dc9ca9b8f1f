/** What Vite gives that TypeScript cannot see. */
interface ImportMetaEnv {
  /** Where the calls are mounted, if not under this origin's `/backend`. */
  readonly VITE_API_URL?: string
}

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
