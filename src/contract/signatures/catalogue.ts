/**
 * What is so now of a product's releases, by the online key: a halt needs nobody's card. Its numbers only grow, and a page keeps the highest one
 * that it has seen of each product.
 */
import * as v from 'valibot'
import { instant } from '../fields.ts'
import { releaseStates } from '../releaseStates.ts'
import { type Root, signersOf } from './root.ts'
import { kidOf, readPayload, type Signed, SignatureFault, verifySigned } from './signed.ts'

/** Issued anew each day. */
export const catalogueDays = 30

const catalogue = v.object({
  typeId: v.number(),
  number: v.number(),
  issuedAt: instant,
  expiresAt: instant,
  releases: v.array(
    v.object({
      /** The release's, which its share depends on. */
      id: v.number(),
      /** The digest of its statement. */
      statement: v.string(),
      state: v.picklist(releaseStates),
      /** From 0 to 1; 1 unless it is staged. */
      share: v.number(),
      /** Hardware versions that it is kept from; a hold on all of them is an empty list. */
      holds: v.array(v.array(v.number())),
    }),
  ),
})
export type Catalogue = v.InferOutput<typeof catalogue>

/** The highest number seen of a product, by the key that signed it. */
export type SeenNumbers = Readonly<Record<string, number>>

/** `keys`: those that sign for the role and have signed it. */
export type ReadCatalogue = Catalogue & { readonly isExpired: boolean; readonly keys: readonly string[] }

/**
 * Rejects with a SignatureFault: `older` where a higher number was seen. What only a key has signed that was dropped since does not count: a thief of
 * the online key could otherwise lock pages out for good with a number that no server reaches.
 */
export async function readCatalogue(
  documents: Signed,
  { root, typeId, seen, now }: { readonly root: Root; readonly typeId: number; readonly seen: SeenNumbers; readonly now: Date },
): Promise<ReadCatalogue> {
  const signers = signersOf(root, 'catalogue')
  const read = readPayload(catalogue, await verifySigned(documents, 'catalogue', signers))
  if (read.typeId !== typeId) throw new SignatureFault('product')
  if ([...signers.keys.keys()].some((kid) => read.number < (seen[kid] ?? 0))) throw new SignatureFault('older')
  const keys = documents.flatMap((document) => kidOf(document) ?? []).filter((kid) => signers.keys.has(kid))
  return { ...read, isExpired: Date.parse(read.expiresAt) <= now.getTime(), keys }
}
