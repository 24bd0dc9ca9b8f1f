import { expect, it } from 'vitest'
import { ReceivedFile } from '../../files/receivedFile.ts'
import { readFirmware } from './readFirmware.ts'

const image = new Uint8Array(1000).map((_, index) => (index * 37) % 256)

it('accepts a possible firmware file unchanged', async () => {
  await expect(readFirmware(new File([image], 'WS6_5.2.BIN'))).resolves.toEqual([image])
})

it.each([
  ['nothing but the trailer', 'empty', new File([image.subarray(0, 16)], 'ws6.bin')],
  ['an archive', 'archive', new File(['PK\x03\x04', image], 'ws6.bin')],
  ['a document', 'archive', new File(['%PDF-1.7\n', image], 'ws6.bin')],
  ['a program of the computer', 'archive', new File(['MZ', image], 'ws6.bin')],
  ['an Intel hex file', 'text', new File([':10010000214601360121470136007EFE09D2190140\r\n'.repeat(30)], 'ws6.bin')],
  ['a web page', 'text', new File(['<!doctype html><title>Not found</title>'], 'ws6.bin')],
  [
    'an archive that came in pieces',
    'archive',
    new ReceivedFile([Uint8Array.of(0x50), Uint8Array.of(0x4b), Uint8Array.of(3, 4), image], 'ws6.bin', ''),
  ],
])('rejects %s as %s', async (_, reason, file) => {
  await expect(readFirmware(file)).rejects.toMatchObject({ code: `firmware.file.${reason}.error`, invalidField: 'file' })
})
