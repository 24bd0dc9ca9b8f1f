/** Draws a document of one page. Knows a title, texts and facts, and nothing of what they mean. */
import { readFile } from 'node:fs/promises'
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'

export type Sheet = {
  readonly locale: string
  readonly brand: string
  readonly title: string
  readonly intro: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly footnote: string
  readonly date: Date
}

/** A4, in points. */
const page = { width: 595, height: 842, margin: 64 }
const valueX = 240
const ink = rgb(0.13, 0.13, 0.12)
const muted = rgb(0.38, 0.37, 0.35)
const copper = rgb(0.62, 0.35, 0.17)

const fontFiles = {
  regular: import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  strong: import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'),
}

/** Whether the font has every letter: Latin, Greek and Cyrillic, but no Chinese, Arabic or emoji. */
export async function canDraw(text: string): Promise<boolean> {
  const document = await PDFDocument.create()
  const letters = new Set((await embed(document, fontFiles.regular)).getCharacterSet())
  return [...text].every((letter) => letters.has(letter.codePointAt(0) ?? 0))
}

/** The bytes of the PDF. A letter that the font lacks becomes a question mark. */
export async function drawSheet({ locale, brand, title, intro, facts, footnote, date }: Sheet): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const [regular, strong] = [await embed(document, fontFiles.regular), await embed(document, fontFiles.strong)]
  document.setTitle(title)
  document.setLanguage(locale)
  document.setAuthor(brand)
  document.setCreationDate(date)
  document.setModificationDate(date)
  const sheet = document.addPage([page.width, page.height])
  const width = page.width - 2 * page.margin
  sheet.drawRectangle({ ...at(0, page.height - 12), width: page.width, height: 12, color: copper })
  let y = write(sheet, brand, { ...at(page.margin, page.height - 90), width, font: strong, size: 13, color: copper })
  y = write(sheet, title, { ...at(page.margin, y - 22), width, font: strong, size: 26, color: ink })
  y = write(sheet, intro, { ...at(page.margin, y - 18), width, font: regular, size: 11, color: ink })
  y -= 24
  for (const [name, value] of facts) {
    sheet.drawLine({ start: at(page.margin, y + 8), end: at(page.width - page.margin, y + 8), thickness: 0.5, color: muted })
    const named = write(sheet, name, {
      ...at(page.margin, y - 10),
      width: valueX - page.margin - 12,
      font: regular,
      size: 11,
      color: muted,
    })
    const valued = write(sheet, value, {
      ...at(valueX, y - 10),
      width: page.width - page.margin - valueX,
      font: strong,
      size: 11,
      color: ink,
    })
    y = Math.min(named, valued) - 4
  }
  write(sheet, footnote, { ...at(page.margin, y - 28), width, font: regular, size: 9, color: muted })
  return document.save()
}

const at = (x: number, y: number) => ({ x, y })

async function embed(document: PDFDocument, address: string): Promise<PDFFont> {
  document.registerFontkit(fontkit)
  return document.embedFont(await readFile(new URL(address)), { subset: true })
}

type Place = { x: number; y: number; width: number; font: PDFFont; size: number; color: ReturnType<typeof rgb> }

/** Returns where the next line would be. */
function write(sheet: PDFPage, text: string, { width, x, y, ...look }: Place): number {
  const lines = wrap(drawable(text, look.font), width, (part) => look.font.widthOfTextAtSize(part, look.size))
  for (const [index, line] of lines.entries()) sheet.drawText(line, { x, y: y - index * look.size * 1.45, ...look })
  return y - lines.length * look.size * 1.45
}

function drawable(text: string, font: PDFFont): string {
  const letters = new Set(font.getCharacterSet())
  return [...text].map((letter) => (letters.has(letter.codePointAt(0) ?? 0) ? letter : '?')).join('')
}

/** Between words; a word that is too long is cut. */
function wrap(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (measure(line + letter) > width) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}
