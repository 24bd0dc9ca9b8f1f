/** What Vite gives that TypeScript cannot see. */
interface ImportMetaEnv {
  /** Where the calls are mounted, if not under this origin's `/backend`. */
  readonly VITE_API_URL?: string
}

/** The portal's version, from package.json, and the commit that it was built from; see vite.config.ts. */
declare const builtVersion: string
declare const builtCommit: string | null

/** Grows with each build (tests/supply/buildNumber.ts). */
declare const builtNumber: number

/** The root of the maker's keys (contract/signatures/root.ts), from the file that RELEASE_ROOT named to the build; null if none was. */
declare const builtRoot: readonly string[] | null

declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module '*.po?entrance' {
  export { messages } from '*.po'
}

/** W3C Web App Launch Handler, not in TypeScript's library; Chromium's installed apps have it. */
interface Window {
  readonly launchQueue?: { setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void }
}

/** Chromium's battery status, which TypeScript's own page does not list because other engines dropped it. */
interface Navigator {
  getBattery?(): Promise<{ readonly level: number; readonly charging: boolean }>
}
