/** Whether a firmware may be written on a detector, by what the maker has signed (contract/signatures/judgeInstall.ts). Knows no page. */
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { Signatures } from '../../../contract/signature.ts'
import { type ReadCatalogue, readCatalogue } from '../../../contract/signatures/catalogue.ts'
import { judgeInstall } from '../../../contract/signatures/judgeInstall.ts'
import { followRoots, readFirstRoot, type Root } from '../../../contract/signatures/root.ts'
import { releaseKeysOf } from '../../../contract/signatures/statement.ts'
import { type Fault, type Signed, SignatureFault } from '../../../contract/signatures/signed.ts'
import type { SeenSignatures } from './seenSignatures.ts'

export type SignatureFound =
  /** This portal signs nothing. */
  | { readonly state: 'none' }
  /** `isExpired`: what is so now is not known, because this computer has been without a network for long. */
  | { readonly state: 'signed'; readonly isExpired: boolean; readonly keys: readonly string[] }
  | { readonly state: 'refused'; readonly fault: Fault }

export type SignaturePorts = {
  /** Of the build. */
  readonly firstRoot: Signed
  /** Whether that is the demo's. Everybody has its keys, so what they sign later is not kept: nobody could undo it. */
  readonly isDemo: boolean
  readonly seen: SeenSignatures
  /** The newest that there is: asked for, or kept from before where there is no network. Null where there is neither. */
  readonly load: (typeId: number) => Promise<{ readonly signatures: Signatures; readonly isOnline: boolean } | null>
  readonly now: () => Date
}

export type Judged = {
  readonly firmware: OfferedFirmware
  readonly detector: {
    readonly typeId: number
    readonly hardwareVersion: number
    readonly serialNumber: string
    readonly isErased: boolean
  }
  readonly userProductId: number
}

export async function judgeSignature(ports: SignaturePorts, judged: Judged): Promise<SignatureFound> {
  const { firmware, detector, userProductId } = judged
  const { firmwareFile, language, release } = firmware
  const statement = release?.statement ?? null
  let isEnforced = true
  try {
    const known = await knownRoot(ports)
    ;({ isEnforced } = known.root)
    // Before the maker enforces it, releases from before the keys have no statement.
    if (!isEnforced && statement === null) return { state: 'none' }
    const loaded = await ports.load(detector.typeId)
    const root = await newestRoot(ports, known, loaded?.signatures.roots ?? [])
    ;({ isEnforced } = root)
    const catalogue = await currentCatalogue(ports, root, detector.typeId, loaded?.signatures.catalogue ?? null)
    await judgeInstall({
      root,
      statement,
      catalogue,
      isOnline: loaded?.isOnline ?? false,
      detector: { ...detector, hasBegun: release?.begunOn.includes(userProductId) ?? false },
      file: { language, sizeBytes: firmwareFile.sizeBytes, sha256: firmwareFile.sha256.toLowerCase() },
      isTester: release?.isInGroup === true || release?.isStaff === true,
    })
    return {
      state: 'signed',
      isExpired: catalogue?.isExpired ?? false,
      keys: releaseKeysOf(root, statement ?? []),
    }
  } catch (error) {
    if (!(error instanceof SignatureFault)) throw error
    // No catalogue, where the maker does not enforce it yet.
    if (error.fault === 'noCatalogue' && !isEnforced) return { state: 'none' }
    return { state: 'refused', fault: error.fault }
  }
}

type Followed = { readonly root: Root; readonly roots: readonly Signed[] }

/** As far as what was kept follows from the build's: a build of another maker's root begins anew. */
async function knownRoot({ firstRoot, seen }: SignaturePorts): Promise<Followed> {
  let root = await readFirstRoot(firstRoot)
  const roots: Signed[] = []
  for (const documents of seen.roots()) {
    try {
      root = await followRoots(root, [documents])
    } catch {
      break
    }
    roots.push(documents)
  }
  return { root, roots }
}

/** Each is kept as soon as it is verified, whatever becomes of the rest. */
async function newestRoot({ isDemo, seen }: SignaturePorts, known: Followed, served: readonly Signed[]): Promise<Root> {
  let { root } = known
  const roots = [...known.roots]
  for (const documents of served) {
    const next = await followRoots(root, [documents])
    if (next === root) continue
    root = next
    roots.push(documents)
    if (!isDemo) seen.noteRoots(roots)
  }
  return root
}

/** Its number is kept whatever is judged by it: a page that has seen a halt is not shown the time before. */
async function currentCatalogue(
  { seen, now }: SignaturePorts,
  root: Root,
  typeId: number,
  documents: Signed | null,
): Promise<ReadCatalogue | null> {
  if (documents === null) return null
  const read = await readCatalogue(documents, { root, typeId, seen: seen.numbers(typeId), now: now() })
  seen.noteNumber(typeId, read)
  return read
}
