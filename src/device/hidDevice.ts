/** What we use of WebHID's `HIDDevice`. A real device and the simulated one both fit it, so that all above runs unchanged on either. */
export type HidInputReport = { readonly reportId: number; readonly data: DataView }

export type HidDevice = {
  readonly vendorId: number
  readonly productName: string
  /** Trap: after an unplug the old object still says true. Only the `disconnect` event of `navigator.hid` is to be believed. */
  readonly opened: boolean
  readonly collections: readonly unknown[]
  open(): Promise<void>
  close(): Promise<void>
  forget(): Promise<void>
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>
  addEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
  removeEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
}
