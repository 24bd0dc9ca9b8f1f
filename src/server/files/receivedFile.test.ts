import { expect, it } from 'vitest'
import { purchaseProofType } from '../../contract/purchaseProof.ts'
import { beginningOf } from './receivedFile.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

it.each([1, 3, 7, 16])('recognises an image whatever its pieces, here of %i bytes', (cut) => {
  expect(purchaseProofType(beginningOf([png.subarray(0, cut), png.subarray(cut)], 16))).toBe('image/png')
})

it.each([
  ['ffd8ffe000104a464946', 'image/jpeg'],
  ['255044462d312e37', 'application/pdf'],
  ['ffd900', null],
  ['2550444620', null],
])('takes a file that begins with %s for %s', (hex, type) => {
  expect(purchaseProofType(Buffer.from(hex, 'hex'))).toBe(type)
})
