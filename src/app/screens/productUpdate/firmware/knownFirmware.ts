/** What the page says is on a detector: what this computer knows, else what the server does. Never more than one of the two knows. */
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { LocalOutcome } from '../flow/localOutcomes.ts'

export type KnownFirmware =
  | { readonly state: 'installed'; readonly versionName: string; readonly language: string }
  /** An erase has begun and nothing has succeeded since. */
  | {
      readonly state: 'none'
      readonly firmwareId: number
      readonly versionName: string
      /** On this computer also where it stopped. */
      readonly outcome: LocalOutcome | null
    }
  /** The version that an update may have left; null where none is known of. */
  | { readonly state: 'unknown'; readonly versionName: string | null }

export function knownFirmware(product: UserProduct, outcomes: readonly LocalOutcome[]): KnownFirmware {
  // An update begun later counts, as the server has it.
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
  // Lists kept from before the server told it have neither field.
  return { state: 'unknown', versionName: lastUpdate?.firmware.versionName ?? null }
}
