/** The online key, which signs catalogues: CATALOGUE_KEY, in no database and in no backup. */
import { createPrivateKey } from 'node:crypto'
import type { Catalogue } from '../../contract/signatures/catalogue.ts'
import { type Root, signersOf } from '../../contract/signatures/root.ts'
import type { Signed } from '../../contract/signatures/signed.ts'
import { publicKeyOf, signDocument, signerOf } from './signWith.ts'

export type CatalogueKey = { readonly kid: string; readonly sign: (said: Catalogue) => Promise<Signed> }

/** `pem`: PKCS #8. Undefined where the root does not name this key: nobody would believe what it signs. */
export async function openCatalogueKey(pem: string, root: Root): Promise<CatalogueKey | undefined> {
  const privateKey = createPrivateKey(pem)
  const { x, y } = publicKeyOf(privateKey)
  const its = [...signersOf(root, 'catalogue').keys].find(([, key]) => key.x === x && key.y === y)
  if (its === undefined) return undefined
  const [kid, publicKey] = its
  const sign = async (said: Catalogue) => [
    await signDocument(Buffer.from(JSON.stringify(said)), 'catalogue', signerOf(kid, privateKey), publicKey),
  ]
  return { kid, sign }
}
