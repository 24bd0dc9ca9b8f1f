/** What is available for a detector that need not be connected. Knows no interface texts. */
import { isUpgrade } from '../../../contract/versionOrder.ts'
import type { AvailableUpdate, UserProduct } from '../../../contract/userProduct.ts'
import type { KnownFirmware } from './knownFirmware.ts'

/**
 * The server's answer, without what this computer has installed since. Null while an update runs or is to be finished, and where nothing is
 * newer than `known`, unless that is to be replaced.
 */
export function availableNow({ available }: Pick<UserProduct, 'available'>, known: KnownFirmware): AvailableUpdate | null {
  if (available === null || (known.state !== 'installed' && known.state !== 'unknown')) return null
  if (known.state === 'unknown' || known.isRecalled === true) return available
  const isNewer = (versionName: string) => isUpgrade(known.versionName, versionName)
  return isNewer(available.versionName) ? { ...available, firstVersions: available.firstVersions.filter(isNewer) } : null
}
