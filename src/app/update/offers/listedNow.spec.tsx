import { afterEach, expect, it } from 'vitest'
import { holdOf, releaseOf } from '../../../../tests/support/releases.ts'
import { api } from '../../api/api.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { queryClient } from '../../api/queryClient.ts'
import { queryOf } from '../../api/queryOf.ts'
import { listedNow } from './listedNow.ts'

afterEach(() => queryClient.clear())

const firmware: OfferedFirmware = {
  id: 31,
  versionName: '5.2',
  language: 'fr',
  releaseDate: '2026-10-01T00:00:00.000Z',
  changeLog: null,
  isBetaTest: false,
  firmwareFile: { id: 9, filename: 'ws6.bin', sizeBytes: 100, sha256: 'ab'.repeat(32) },
}
const list = (productId: number, ...firmwares: OfferedFirmware[]) =>
  queryClient.setQueryData(queryOf(api.firmware.getAllForProductAndUser, { params: { productId } }).queryKey, firmwares)

it('is what the newest list says, and what was given where none has it', () => {
  expect(listedNow(firmware)).toEqual(firmware)
  const held = { ...firmware, release: releaseOf('released', { holds: [holdOf([3])] }) }
  list(2, held)
  list(3, { ...firmware, id: firmware.id + 1 })
  expect(listedNow(firmware)).toEqual(held)
})

it('is never about another file than the one that was given: a server may list one, serve its bytes, and list the other', () => {
  const signed = { ...firmware, release: releaseOf('released', { statement: ['signed'] }) }
  list(2, signed)
  const swapped = { ...firmware, language: 'en', firmwareFile: { ...firmware.firmwareFile, id: 10, sha256: 'cd'.repeat(32) } }
  expect(listedNow(swapped)).toEqual({ ...signed, language: 'en', firmwareFile: swapped.firmwareFile })
})
