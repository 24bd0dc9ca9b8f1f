/** Which build this server and its pages are, as the build wrote it (vite.config.ts). Unknown where another program runs the sources. */
declare const builtNumber: number | undefined

export const ownBuild = typeof builtNumber === 'undefined' ? null : builtNumber
