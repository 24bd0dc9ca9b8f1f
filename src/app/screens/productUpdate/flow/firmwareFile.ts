/** The image to program, from a firmware file that was made sure of byte for byte. Knows no detector and no screen. */
import { firmwareTrailerBytes } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'
import { imageOfFirmwareFile } from '../../../../device/update/image.ts'
import type { FirmwareFiles, FirmwareRequest } from '../../../offline/firmwareFiles.ts'

/** The file without its trailer. Throws as `FirmwareFiles.get` does, and `image.too.short.error`. */
export async function fetchFirmwareImage(
  files: FirmwareFiles,
  request: FirmwareRequest,
  onReceived: (bytes: number) => void,
): Promise<Uint8Array> {
  // Nothing to install: refused before it is fetched.
  if (request.file.sizeBytes <= firmwareTrailerBytes) throw new AppError('image.too.short.error')
  const bytes = await files.get(request, onReceived)
  return imageOfFirmwareFile(bytes, request.file.sizeBytes)
}
