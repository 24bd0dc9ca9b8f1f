/** Which keys this installation believes and signs releases with (docs/signing.md): the maker's, or the demo's, which everybody has. */
import { demoRoot } from '../../contract/signatures/demoRoot.ts'
import type { Signed } from '../../contract/signatures/signed.ts'

/** Put in by the build; not there in tests and when run from its sources. */
declare const builtRoot: Signed | null | undefined

/** `catalogueKey`: of the maker. A demo of a build without the maker's root has keys of its own, which nothing else believes. */
export function signingOf(isDemo: boolean, catalogueKey: string | undefined) {
  const makersRoot = typeof builtRoot === 'undefined' ? null : (builtRoot ?? null)
  const hasDemoKeys = isDemo && makersRoot === null
  return {
    /** PKCS #8 in PEM: signs catalogues of releases. If undefined, nothing is signed. */
    catalogueKey: catalogueKey ?? (hasDemoKeys ? demoCatalogueKey : undefined),
    /** The root of the build, which names the maker's keys; null if it has none. */
    releaseRoot: hasDemoKeys ? demoRoot : makersRoot,
    /** A demo signs its releases by itself. */
    demoReleaseKey: hasDemoKeys ? demoReleaseKey : undefined,
  }
}

export const demoReleaseKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1tON6r+y7cl8UvPO
qSCQWm9kCHWcxJHEZMijGgqC7gOhRANCAARvqmseRXUNdQnODtgO9hoaK76HL24Z
DxfjY19CwBCGle/lZvlXHhQCTSj/aw28YwAWqBnw8kRORPYSr6GeArEM
-----END PRIVATE KEY-----`

const demoCatalogueKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxWRT377qcnjBUbOk
zn/HcuQEE0v7UePfCW7cp98THM2hRANCAATI7IUcSJEQWsOXBTVNWZU+Zzw9LGqg
C6e/oMWsvSUxngihu/7ngA8b94rOiu8x0jFsNrGAFeQdI9uVtflWr4YE
-----END PRIVATE KEY-----`
