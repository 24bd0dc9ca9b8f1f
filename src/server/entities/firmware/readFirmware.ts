/** What can be told of a firmware file before a detector meets it. Its content is the maker's own: only what is plainly something else is refused. */
import type { Upload } from '../../../contract/fields.ts'
import { firmwareFileMaxBytes, firmwareTrailerBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import { beginningOf, piecesOf } from '../../files/receivedFile.ts'

/** How archives, documents, pictures, programs and disk images begin. */
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

/** Throws `firmware.file.invalid.error` on `file`, or `request.too.large`. Gives the bytes, in pieces. */
export async function readFirmware(file: Upload): Promise<readonly Uint8Array[]> {
  const invalid = new AppError('firmware.file.invalid.error', { invalidField: 'file' })
  if (!file.name.toLowerCase().endsWith('.bin') || file.size <= firmwareTrailerBytes) throw invalid
  if (file.size > firmwareFileMaxBytes) throw new AppError('request.too.large')
  const pieces = await piecesOf(file)
  const beginning = Buffer.from(beginningOf(pieces, inspectedBytes)).toString('latin1')
  // All of it printable: a hex file, a script or a web page under a wrong name.
  const isText = /^[\t\r\n\x20-\x7e]+$/.test(beginning)
  if (isText || otherBeginnings.some((other) => beginning.startsWith(other))) throw invalid
  return pieces
}
