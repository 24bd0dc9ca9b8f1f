/** Tells an identity that no detector can have from one that a detector has sent. Knows what memory without content reads as; knows no models. */
import type { DetectorIdentity } from '../detector.ts'

/** A number of two bytes that was never written: erased flash memory reads as ones. */
const erasedTypeId = 0xffff

/**
 * Whether no detector can have this identity: its serial number is all ones or all zeros, or its product type all ones. Both are how memory
 * reads that was never written. Type 0 is a type as any other (the specification, section 5); battery and date may be unknown
 * (docs/device-protocol.md).
 */
export function isImpossibleIdentity({ serialNumber, productTypeId }: DetectorIdentity): boolean {
  return /^(?:0*|F*)$/.test(serialNumber) || productTypeId === erasedTypeId
}
