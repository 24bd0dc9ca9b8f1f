/** Which build this server and its pages are, as the build wrote it (vite.config.ts). Unknown where another program runs the sources. */
declare const builtNumber: number | undefined
declare const builtVersion: string | undefined
declare const builtCommit: string | null | undefined

export const ownBuild = typeof builtNumber === 'undefined' ? null : builtNumber

/** What `/livez` and the OpenAPI document say. */
export const ownVersion = typeof builtVersion === 'undefined' ? null : builtVersion
export const ownCommit = typeof builtCommit === 'undefined' ? null : builtCommit
