/** The firmware on a detector, from this computer's outcomes or else from the server. */
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { LocalOutcome } from '../records/localOutcomes.ts'

export type KnownFirmware =
  | { readonly state: 'installed'; readonly versionName: string; readonly language: string }
  /** An erase has started, and no update has succeeded since. */
  | {
      readonly state: 'none'
      readonly firmwareId: number
      readonly versionName: string
      /** The outcome on this computer, if it has one. */
      readonly outcome: LocalOutcome | null
    }
  /** `versionName` is the version that an update may have installed, if one is known. */
  | { readonly state: 'unknown'; readonly versionName: string | null }

export function knownFirmware(product: UserProduct, outcomes: readonly LocalOutcome[]): KnownFirmware {
  // The last update counts, as it does on the server.
  const outcome = outcomes.findLast(({ row }) => row.target.userProductId === product.id)
  if (outcome === undefined) return fromServer(product)
  const { firmware } = outcome.row
  switch (outcome.firmwareState) {
    case 'installed':
      return { state: 'installed', versionName: firmware.versionName, language: firmware.language }
    case 'none':
      return { state: 'none', firmwareId: firmware.id, versionName: firmware.versionName, outcome }
    case 'unknown':
      return { state: 'unknown', versionName: firmware.versionName }
  }
}

function fromServer({ firmwareState, currentFirmware, lastUpdate }: UserProduct): KnownFirmware {
  if (firmwareState === 'installed' && currentFirmware !== null) {
    return { state: 'installed', versionName: currentFirmware.versionName, language: currentFirmware.language }
  }
  if (firmwareState === 'none' && lastUpdate !== null) {
    return { state: 'none', firmwareId: lastUpdate.firmware.id, versionName: lastUpdate.firmware.versionName, outcome: null }
  }
  // Lists that were persisted by older app versions have neither field.
  return { state: 'unknown', versionName: lastUpdate?.firmware.versionName ?? null }
}
