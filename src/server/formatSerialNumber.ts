/** "0A1B2C3D4E" as people read it on the device: "0A 1B 2C 3D 4E". */
export function formatSerialNumber(serialNumber: string): string {
  return serialNumber.replaceAll(/..(?!$)/g, '$& ')
}
