/** Formats "0A1B2C3D4E" as it is printed on the device: "0A 1B 2C 3D 4E". Other serial numbers stay unchanged. */
export function formatSerialNumber(serialNumber: string): string {
  return /^[0-9A-F]{10}$/.test(serialNumber) ? serialNumber.replaceAll(/..(?!$)/g, '$& ') : serialNumber
}
