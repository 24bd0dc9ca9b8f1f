/** The root of the maker's keys that a build trusts (docs/releases.md, "Signatures"). */
import type { Signed } from '../../contract/signatures/signed.ts'
import { readRootFile } from '../keys/keyFiles.ts'

/** `path`: of a file that `npm run make-release-keys` wrote; null without one. Rejects with a sentence where it is no root. */
export async function findBuiltRoot(path: string | undefined): Promise<Signed | null> {
  return path === undefined || path === '' ? null : (await readRootFile(path)).documents
}
