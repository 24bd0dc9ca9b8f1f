/** "0A1B2C3D4E" as people read it on the device: "0A 1B 2C 3D 4E". What is no detector's or detector-read serial stays as it is. */
export function formatSerialNumber(serialNumber: string): string {
  return /^[0-9A-F]{10}$/.test(serialNumber) ? serialNumber.replaceAll(/..(?!$)/g, '$& ') : serialNumber
}
