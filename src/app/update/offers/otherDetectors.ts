/** What the update page says of the user's detectors without their being connected. Knows no server and no interface texts. */
import type { UserProduct } from '../../../contract/userProduct.ts'
import { type Knowledge, knownFirmware } from './knownFirmware.ts'

type NamedDetector = {
  readonly productName: string
  readonly serialNumber: string
  readonly serialNumberFormatted: string
  readonly versionName: string
}

/** It was erased and has no firmware yet. `percent` is known on the computer that erased it. */
export type WaitingDetector = NamedDetector & { readonly percent: number | null }

/** Another computer is updating it. */
export type UpdatingDetector = Omit<WaitingDetector, 'serialNumber'>

/** Its update was running, and has not been heard of since. */
export type SilentDetector = NamedDetector & { readonly heardAt: string; readonly hasErased: boolean }

/** The maker has withdrawn its version, at an ISO 8601 instant. */
export type RecalledDetector = NamedDetector & { readonly userProductId: number; readonly withdrawnAt: string }

export type OtherDetectors = {
  readonly waiting: readonly WaitingDetector[]
  readonly updating: readonly UpdatingDetector[]
  readonly silent: readonly SilentDetector[]
  readonly recalled: readonly RecalledDetector[]
}

/** While nobody has said yet which there are. */
export const noOthers: OtherDetectors = { waiting: [], updating: [], silent: [], recalled: [] }

export function otherDetectors(products: readonly UserProduct[], knowledge: Knowledge): OtherDetectors {
  const each = products.map((product) => ({ product, names: namesOf(product), known: knownFirmware(product, knowledge) }))
  const waiting = each.flatMap(({ names, known }) =>
    known.state === 'none' ? [{ ...names, versionName: known.versionName, percent: known.outcome?.place?.percent ?? null }] : [],
  )
  return {
    waiting: [...waiting, ...unlisted(products, knowledge)],
    updating: each.flatMap(({ names, known }) => (known.state === 'updating' ? [{ ...names, ...known }] : [])),
    silent: each.flatMap(({ names, known }) => (known.state === 'silent' ? [{ ...names, ...known }] : [])),
    recalled: each.flatMap(({ product: { id: userProductId, recall }, names, known }) => {
      if (known.state !== 'installed' || known.isRecalled !== true || recall === null) return []
      return [{ ...names, userProductId, versionName: known.versionName, withdrawnAt: recall.withdrawnAt }]
    }),
  }
}

/** The detectors without firmware that only this computer knows of. */
function unlisted(products: readonly UserProduct[], { outcomes }: Knowledge): readonly WaitingDetector[] {
  const left = outcomes.filter(
    ({ row, firmwareState }) => firmwareState === 'none' && products.every(({ id }) => id !== row.target.userProductId),
  )
  return left.map(({ row: { target }, place }) =>
    Object.assign(namesOf(target), { versionName: target.versionName, percent: place?.percent ?? null }),
  )
}

function namesOf({ productName, serialNumber, serialNumberFormatted }: Omit<NamedDetector, 'versionName'>) {
  return { productName, serialNumber, serialNumberFormatted }
}
