/** The part of WebHID's `HIDDevice` that we use. A real device and the simulated one both have this type. */
export type HidInputReport = { readonly reportId: number; readonly data: DataView }

export type HidDevice = {
  readonly vendorId: number
  readonly productName: string
  /** Trap: it stays true after an unplug. Rely on the `disconnect` event of `navigator.hid`. */
  readonly opened: boolean
  readonly collections: readonly unknown[]
  open(): Promise<void>
  close(): Promise<void>
  forget(): Promise<void>
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>
  addEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
  removeEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
}
