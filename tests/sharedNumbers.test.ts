/** Numbers that the contract and the device layer each state, because neither imports the other. */
import { expect, it } from 'vitest'
import { coilTypeId } from '../src/contract/accessory.ts'
import { firmwareTrailerBytes } from '../src/contract/rules.ts'
import { coilTypeId as reportedCoilTypeId } from '../src/device/protocol/frames.ts'
import { imageOfFirmwareFile } from '../src/device/update/image.ts'

it('says of the same accessories that they are coils', () => {
  expect(reportedCoilTypeId).toBe(coilTypeId)
})

it('leaves out the same trailer of a firmware file', () => {
  const image = imageOfFirmwareFile(new Uint8Array(1 + firmwareTrailerBytes), null)
  expect(image).toHaveLength(1)
})
