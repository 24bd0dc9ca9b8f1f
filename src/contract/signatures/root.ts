/**
 * Which keys sign for the maker. The first root is a file of the build; each later one counts where the keys of the one before have signed it, so
 * that keys can be changed, or lost, without a new build.
 */
import * as v from 'valibot'
import { claimedPayload, publicKey, readPayload, type Role, type Signed, SignatureFault, type Signers, verifySigned } from './signed.ts'

const roleKeys = v.pipe(
  v.object({ keyIds: v.pipe(v.array(v.string()), v.minLength(1)), threshold: v.pipe(v.number(), v.integer(), v.minValue(1)) }),
  v.check(({ keyIds, threshold }) => new Set(keyIds).size === keyIds.length && threshold <= keyIds.length),
)

export const root = v.pipe(
  v.object({
    /** From 1. */
    version: v.pipe(v.number(), v.integer(), v.minValue(1)),
    /** By `kid`, which the maker chooses: "2026-a". */
    keys: v.record(v.string(), publicKey),
    roles: v.object({ root: roleKeys, release: roleKeys, catalogue: roleKeys }),
    /** Whether pages refuse what no release key has signed. Not before every release that is offered has its statement. */
    isEnforced: v.boolean(),
  }),
  v.check(({ keys, roles }) => Object.values(roles).every(({ keyIds }) => keyIds.every((kid) => Object.hasOwn(keys, kid)))),
)
export type Root = v.InferOutput<typeof root>

export function signersOf({ keys, roles }: Root, role: Role): Signers {
  const { keyIds, threshold } = roles[role]
  const its = new Map(keyIds.flatMap((kid) => (keys[kid] === undefined ? [] : [[kid, keys[kid]] as const])))
  return { keys: its, threshold, others: new Set(Object.keys(keys).filter((kid) => !its.has(kid))) }
}

/** The root that a build trusts: the file is the maker's own, and still has to be whole. Rejects with a SignatureFault. */
export async function readFirstRoot(documents: Signed): Promise<Root> {
  // Read before it is verified, because it names the keys that sign it.
  const claimed = readPayload(root, claimedPayload(documents))
  await verifySigned(documents, 'root', signersOf(claimed, 'root'))
  return claimed
}

/**
 * The newest root that follows from `first` step by step. `later`: in the order of their versions; those that it has behind it already are passed
 * over. Rejects with `root` where a step is not signed by the one before.
 */
export async function followRoots(first: Root, later: readonly Signed[]): Promise<Root> {
  let current = first
  for (const documents of later) current = await followRoot(current, documents)
  return current
}

/** Signed by enough keys of the root before, and by enough of its own: nobody hands over to keys that are not there. */
async function followRoot(before: Root, documents: Signed): Promise<Root> {
  try {
    const claimed = readPayload(root, claimedPayload(documents))
    if (claimed.version <= before.version) return before
    if (claimed.version !== before.version + 1) throw new SignatureFault('root')
    for (const signers of [signersOf(before, 'root'), signersOf(claimed, 'root')]) await verifySigned(documents, 'root', signers)
    return claimed
  } catch (error) {
    throw new SignatureFault('root', { cause: error })
  }
}
