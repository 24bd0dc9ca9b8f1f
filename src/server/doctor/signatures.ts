/** Whether what is offered is signed (docs/releases.md, "Signatures"). Changes nothing, and prints no key. */
import { SignatureFault } from '../../contract/signatures/signed.ts'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { releaseStatements } from '../db/tables.ts'
import { findRoot, strangeRoots } from '../entities/signature/roots.ts'
import { findUnsigned } from '../entities/signature/statements.ts'
import { openCatalogueKey } from '../keys/catalogueKey.ts'
import { fault, ok, type Result, warning } from './finding.ts'

const namedMax = 5

export async function checkSignatures(db: Database, config: Config): Promise<Result> {
  const root = await findRoot(db, config).catch((error: unknown) => {
    if (error instanceof SignatureFault) return error
    throw error
  })
  if (root instanceof SignatureFault) return fault(strangeRoots, 'Until then nobody gets a firmware.')
  if (root === null && (await db.$count(releaseStatements)) > 0)
    return fault('Releases are signed, but this build trusts no keys.', 'Build it with RELEASE_ROOT, each time (docs/signing.md).')
  if (root === null) return ok('Nothing is signed: this build trusts no keys (RELEASE_ROOT).')
  if (config.demoReleaseKey !== undefined) return ok('Signed with the keys of the demo, which everybody has.')
  const { catalogueKey } = config
  const whatFollows = root.isEnforced ? 'pages refuse every release' : 'pages check no signature'
  if (catalogueKey === undefined)
    return fault(`There is no CATALOGUE_KEY: ${whatFollows}.`, 'Set CATALOGUE_KEY_FILE to catalogue.pem, on every server.')
  if ((await openCatalogueKey(catalogueKey, root)) === undefined)
    return fault(
      `Root ${root.version} does not name CATALOGUE_KEY: ${whatFollows}.`,
      'Set the key that the root names, or add this one (docs/signing.md).',
    )
  // A draft may wait for its signature.
  const unsigned = (await findUnsigned(db, root)).filter(({ isDraft }) => !isDraft)
  if (unsigned.length > 0) {
    const names = unsigned.slice(0, namedMax).map(({ name }) => name)
    const sentence = `Not signed: ${names.join('; ')}${unsigned.length > namedMax ? `; and ${unsigned.length - namedMax} more` : ''}.`
    const whatToDo = 'Run "npm run sign-releases" where the release key is.'
    return root.isEnforced ? fault(`${sentence} Pages refuse them.`, whatToDo) : warning(sentence, whatToDo)
  }
  if (!root.isEnforced)
    return warning(
      'Every release that is offered is signed, and pages do not insist on it yet.',
      'Run "npm run rotate-release-keys" with --enforce (docs/signing.md).',
    )
  return ok(`Every release that is offered is signed, by root ${root.version}, and pages insist on it.`)
}
