import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const megabyte = 1_000_000

/** A PDF with an object stream of spaces, which grows to so many bytes when it is inflated as often as it was deflated. */
export function pdfBomb(megabytes: number, layers: 1 | 2): Buffer {
  // Ends at the border of a byte, so that it may be repeated.
  const piece = deflateRawSync(Buffer.alloc(megabyte, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const once = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: megabytes }, () => piece), Buffer.from([3, 0])])
  const stream = layers === 1 ? once : deflateSync(once, { level: 9 })
  const filter = '/FlateDecode '.repeat(layers)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
        `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\n` +
        `4 0 obj<</Type/ObjStm/N 1/First 4/Filter[${filter}]/Length ${stream.length}>>stream\n`,
    ),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
}
