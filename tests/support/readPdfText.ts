/** Reads the text of a PDF back, as a reader copies it: by the fonts' own tables of letters. */
import { decodePDFRawStream, PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'

type Letters = ReadonlyMap<string, string>

/** A line for each text that the first page draws. */
export async function readPdfText(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes)
  const { context } = document
  const { node } = document.getPage(0)
  const fonts = node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  const letters = new Map<string, Letters>()
  for (const [name, reference] of fonts?.entries() ?? []) {
    const table = context.lookup(reference, PDFDict).lookup(PDFName.of('ToUnicode'))
    if (table instanceof PDFRawStream) letters.set(name.asString(), lettersOf(textOf(table)))
  }
  const contents = node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => context.lookup(one)) : [contents]
  const drawn = streams.map((stream) => (stream instanceof PDFRawStream ? textOf(stream) : '')).join('\n')
  let current: Letters = new Map()
  return [...drawn.matchAll(/(\/[\w-]+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj/g)].flatMap(([, font, codes]) => {
    if (font !== undefined) current = letters.get(font) ?? new Map()
    return codes === undefined ? [] : [(codes.match(/.{4}/g) ?? []).map((code) => current.get(code.toUpperCase()) ?? '').join('')]
  })
}

function textOf(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')
}

/** Of a ToUnicode table: the code of a letter to the letter, which may be several characters. */
function lettersOf(table: string): Letters {
  return new Map(
    [...table.matchAll(/<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>/g)].map(([, code = '', units = '']) => [
      code.toUpperCase(),
      (units.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join(''),
    ]),
  )
}
