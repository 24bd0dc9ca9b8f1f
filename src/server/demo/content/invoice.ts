/** The demo's purchase proof of a detector and its coil: a one-page PDF, written by hand to avoid a library. */

const lines: readonly (readonly [x: number, y: number, size: number, text: string])[] = [
  [48, 520, 20, 'INVOICE'],
  [48, 494, 10, 'The Coin Garden, 4 Mill Lane'],
  [48, 440, 10, 'Sold to: C. Customer'],
  [48, 418, 11, '1   WS6 Master, serial 0A1B2C3D4E'],
  [318, 418, 11, '949.00'],
  [48, 400, 11, '1   Search coil 28 cm, serial 11A00001'],
  [318, 400, 11, '289.00'],
  [48, 370, 11, 'Total, VAT included'],
  [318, 370, 11, '1238.00'],
  [48, 320, 9, 'Thank you. Keep this invoice for your warranty.'],
]

export function demoInvoice(): Uint8Array {
  const drawn = lines.map(([x, y, size, text]) => `BT /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`)
  const content = [...drawn, '0.6 w 48 388 m 372 388 l S'].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`)
  const header = '%PDF-1.4\n'
  // The PDF's table lists the byte offset of each object.
  const beginnings = objects.map((_, index) => header.length + objects.slice(0, index).join('').length)
  const table = beginnings.map((byte) => `${String(byte).padStart(10, '0')} 00000 n \n`).join('')
  const body = header + objects.join('')
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return new TextEncoder().encode(`${body}xref\n0 ${count}\n0000000000 65535 f \n${table}${trailer}`)
}
