/** Which build this is, as the build wrote it (vite.config.ts). Run from its sources by another program it does not know. */
declare const builtVersion: string | undefined
declare const builtCommit: string | null | undefined

export const builtFrom: { readonly version: string | null; readonly commit: string | null } = {
  version: typeof builtVersion === 'undefined' ? null : builtVersion,
  commit: typeof builtCommit === 'undefined' ? null : builtCommit,
}
