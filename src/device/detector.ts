/** What a detector says about itself. The domain's own types: every other layer builds on them, and they need none. */

export type DetectorIdentity = {
  /** 5 bytes as 10 upper-case hexadecimal digits. */
  readonly serialNumber: string
  readonly productTypeId: number
  readonly materialVersion: number
  readonly protocolVersion: number
  /** The number that the detector sends; the maker decides which language it means. */
  readonly language: number
  /** 0 to 100; null if the detector does not know. */
  readonly batteryPercent: number | null
  /** "2025-04-30", or null if the detector sends no valid date. */
  readonly productionDate: string | null
}

/** One slot of the accessory list. Empty slots have serial number 0000000000 and type 0. */
export type DetectorAccessory = { readonly serialNumber: string; readonly accessoryTypeId: number }
