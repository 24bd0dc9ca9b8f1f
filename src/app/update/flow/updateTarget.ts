import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { UpdateTarget } from '../../detector/updateJournal.ts'
import type { SettledFirmware } from '../offers/knownFirmware.ts'

type Between = { readonly known: SettledFirmware | null; readonly next: string | undefined }

/** What an update puts on which detector, over the `known` firmware, before the version `next` if there is one. */
export function targetOf(
  { id, serialNumber, serialNumberFormatted, productTypeId, productName }: UserProduct,
  firmware: OfferedFirmware,
  { known, next }: Between,
): UpdateTarget {
  const { sizeBytes, sha256 } = firmware.firmwareFile
  return {
    userProductId: id,
    firmwareId: firmware.id,
    versionName: firmware.versionName,
    language: firmware.language,
    before: known?.state === 'installed' ? beforeOf(known) : null,
    wasErased: known?.state === 'none',
    ...(next !== undefined && { next }),
    productName,
    serialNumber,
    serialNumberFormatted,
    productTypeId,
    file: { sizeBytes, sha256 },
  }
}

function beforeOf({ versionName, language, isRecalled }: Extract<SettledFirmware, { state: 'installed' }>) {
  return { versionName, language, ...(isRecalled && { isRecalled }) }
}
