/** The parts of WebHID that we use. The browser's own and the simulated one both have these types. */
export type HidInputReport = { readonly reportId: number; readonly data: DataView }

export type HidDevice = {
  readonly vendorId: number
  readonly productName: string
  /** Trap: it stays true after an unplug. Rely on the `disconnect` event of `navigator.hid`. */
  readonly opened: boolean
  readonly collections: readonly HidCollection[]
  open(): Promise<void>
  close(): Promise<void>
  forget(): Promise<void>
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>
  addEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
  removeEventListener(type: 'inputreport', listener: (event: HidInputReport) => void): void
}

type HidReports = readonly { readonly reportId?: number | undefined }[]

type HidCollection = { readonly inputReports?: HidReports | undefined; readonly outputReports?: HidReports | undefined }

export type HidConnection = { readonly device: HidDevice }

/** `navigator.hid`. */
export type HidBus = {
  /** Those that are plugged in and allowed. */
  getDevices(): Promise<readonly HidDevice[]>
  /** Shows the chooser. One device may have several interfaces, each of them a `HidDevice`; none when the chooser is closed. */
  requestDevice(options: { filters: { vendorId: number }[] }): Promise<readonly HidDevice[]>
  addEventListener(type: 'connect' | 'disconnect', listener: (event: HidConnection) => void): void
  removeEventListener(type: 'connect' | 'disconnect', listener: (event: HidConnection) => void): void
}
