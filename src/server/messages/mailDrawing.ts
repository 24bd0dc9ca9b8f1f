/** The drawings of detectors and coils that mails carry: the app's own, as pictures that `npm run drawings` makes of them. */
import { readFileSync } from 'node:fs'
import { type DetectorFamily, knownFamilyOf } from '../../contract/detectorFamily.ts'
import { findBeside } from '../config/findBeside.ts'

export type MailDrawing = DetectorFamily | 'unknown' | 'coil'

/** In CSS pixels; the pictures have twice as many. */
export function sizeOfDrawing(drawing: MailDrawing) {
  return drawing === 'coil' ? { width: 96, height: 96 } : { width: 160, height: 112 }
}

/** `typeName` of a detector's product, as staff wrote it. */
export function detectorDrawing(typeName: string | null): MailDrawing {
  return knownFamilyOf(typeName) ?? 'unknown'
}

/** By which the HTML of a mail names its picture. */
export function contentIdOf(drawing: MailDrawing): string {
  return `${drawing}@drawings`
}

const read = new Map<MailDrawing, Buffer>()

/** The PNG. Reads each file once. */
export function pictureOf(drawing: MailDrawing): Buffer {
  const known = read.get(drawing)
  if (known !== undefined) return known
  const picture = readFileSync(findBeside(import.meta.dirname, `drawings/${drawing}.png`))
  read.set(drawing, picture)
  return picture
}
