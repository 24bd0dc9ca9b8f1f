/** Basic checks of an uploaded firmware file; the contract has checked its name. The format is the maker's own, so only what is clearly something else is rejected. */
import type { Upload } from '../../../contract/fields.ts'
import { firmwareFileMaxBytes, firmwareTrailerBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { beginningOf, piecesOf } from '../../files/receivedFile.ts'

/** First bytes of archives, documents, images, programs and disk images. */
const otherBeginnings = [
  'PK\x03\x04',
  '\x1f\x8b',
  'BZh',
  '7z\xbc\xaf',
  'Rar!',
  '%PDF',
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  '\x7fELF',
  'MZ',
  '\xfd7zXZ',
] as const
const inspectedBytes = 512

/** Returns the bytes in pieces. Throws `firmware.file.invalid.error` on `file`, or `request.too.large`. */
export async function readFirmware(file: Upload): Promise<readonly Uint8Array[]> {
  const invalid = new AppError('firmware.file.invalid.error', { invalidField: 'file' })
  if (file.size <= firmwareTrailerBytes) throw invalid
  if (file.size > firmwareFileMaxBytes) throw new AppError('request.too.large')
  const pieces = await piecesOf(file)
  const beginning = Buffer.from(beginningOf(pieces, inspectedBytes)).toString('latin1')
  // Only printable characters: a hex file, script or web page with the wrong extension.
  const isText = /^[\t\r\n\x20-\x7e]+$/.test(beginning)
  if (isText || otherBeginnings.some((other) => beginning.startsWith(other))) throw invalid
  return pieces
}
