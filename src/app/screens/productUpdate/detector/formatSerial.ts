/** Formats "0A1B2C3D4E" as the server does: "0A 1B 2C 3D 4E". */
export function formatSerial(serialNumber: string): string {
  return (serialNumber.match(/../g) ?? [serialNumber]).join(' ')
}
