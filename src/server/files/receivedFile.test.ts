import { expect, it } from 'vitest'
import { purchaseProofType } from '../../contract/purchaseProof.ts'
import { beginningOf } from './receivedFile.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

it.each([1, 3, 7, 16])('recognises an image whatever its pieces, here of %i bytes', (cut) => {
  expect(purchaseProofType(beginningOf([png.subarray(0, cut), png.subarray(cut)], 16))).toBe('image/png')
})
