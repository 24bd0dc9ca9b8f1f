/**
 * Whether a page may write a firmware on a detector, by what is signed alone: the server that answers is believed nothing (docs/releases.md,
 * "Signatures"). Knows no page and no network.
 */
import { isInShare } from '../releaseShare.ts'
import { isHeld } from '../requirements.ts'
import type { Catalogue, ReadCatalogue } from './catalogue.ts'
import type { Root } from './root.ts'
import { type Signed, SignatureFault } from './signed.ts'
import { assertStated, readStatement } from './statement.ts'

export type Install = {
  readonly root: Root
  readonly statement: Signed | null
  readonly catalogue: ReadCatalogue | null
  readonly isOnline: boolean
  readonly detector: {
    readonly typeId: number
    readonly hardwareVersion: number
    readonly serialNumber: string
    /** It has no firmware. */
    readonly isErased: boolean
    /** This person began this update on it. */
    readonly hasBegun: boolean
  }
  readonly file: { readonly language: string; readonly sizeBytes: number; readonly sha256: string }
  /** What only the server can say: it offers it as a beta or a draft. A server that lies gets a signed firmware to a person it is not meant for. */
  readonly isTester: boolean
}

/** Rejects with a SignatureFault. A catalogue that has expired is taken only offline: its owner decides. */
export async function judgeInstall(install: Install): Promise<void> {
  const { root, statement, catalogue, detector, file, isOnline } = install
  const { said, digest } = await readStatement(statement ?? [], root)
  assertStated(said, detector, file)
  if (catalogue === null) throw new SignatureFault('noCatalogue')
  if (catalogue.isExpired && isOnline) throw new SignatureFault('expired')
  if (!catalogue.releases.some((release) => release.statement === digest && isOpen(release, install)))
    throw new SignatureFault('notOffered')
}

/** As releaseRights.ts decides it, for a detector that is here. */
function isOpen({ id, state, share, holds }: Catalogue['releases'][number], { detector, isTester }: Install): boolean {
  const { serialNumber, hardwareVersion, isErased, hasBegun } = detector
  if (state === 'withdrawn') return false
  // It must never become unrepairable.
  if (isErased || hasBegun) return state !== 'draft' || isTester
  if (holds.some((hardwareVersions) => isHeld({ hardwareVersions }, hardwareVersion))) return false
  switch (state) {
    case 'released':
      return true
    case 'staged':
      return isTester || isInShare(id, share, { serialNumber })
    case 'beta':
    case 'draft':
      return isTester
    case 'halted':
      return false
  }
}
