/** Extracts the image to program from a verified firmware file. Knows no detector and no screen. */
import { firmwareTrailerBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { imageOfFirmwareFile } from '../../../device/update/image.ts'
import type { FirmwareFiles, FirmwareRequest } from '../../offline/firmwareFiles.ts'

/** Returns the file without its trailer. Throws as `FirmwareFiles.get` does, and `image.too.short.error`. */
export async function fetchFirmwareImage(
  files: FirmwareFiles,
  request: FirmwareRequest,
  onReceived: (bytes: number) => void,
): Promise<Uint8Array> {
  // A file that is only a trailer is refused before the download.
  if (request.file.sizeBytes <= firmwareTrailerBytes) throw new AppError('image.too.short.error')
  const bytes = await files.get(request, onReceived)
  return imageOfFirmwareFile(bytes, request.file.sizeBytes)
}
