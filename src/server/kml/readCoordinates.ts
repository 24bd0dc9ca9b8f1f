/** From the text of `coordinates` and `gx:coord` to positions. Knows numbers and ranges; knows no shapes. */
import type { Position } from '../../contract/geoJson.ts'
import type { ZoneFileProblem } from '../../contract/rallyZone.ts'
import { problemsMax } from './kmlProblem.ts'

/** XML text, and the line at which it starts. */
export type TextAt = { readonly text: string; readonly line: number }

export type ReadPositions = { readonly positions: readonly Position[]; readonly problems: readonly ZoneFileProblem[] }

const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
/** Seven decimals are a centimetre. */
const precision = 1e7

/**
 * Positions are separated by white space, their parts by commas. The altitude is not used. Stops after
 * `most` positions and one, so that the caller notices.
 */
export function readCoordinates(text: TextAt, most: number): ReadPositions {
  const positions: Position[] = []
  const problems: ZoneFileProblem[] = []
  for (const { text: written, line } of tuplesIn(text)) {
    const read = readPosition(written.split(','))
    if (typeof read === 'string') problems.push({ code: read, line, found: written })
    else positions.push(read)
    if (positions.length > most || problems.length > problemsMax) break
  }
  return { positions, problems }
}

/** Joins what programs write as "1.8, 44.6, 0". No regular expression that looks for both: it takes quadratic time for long white space. */
function* tuplesIn({ text, line }: TextAt): Generator<TextAt, void> {
  let tuple: TextAt | undefined
  let [at, lineEnd] = [line, nextLineEnd(text, 0)]
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    for (; lineEnd < index; lineEnd = nextLineEnd(text, lineEnd + 1)) at += 1
    if (tuple !== undefined && continues(tuple.text, word)) {
      tuple = { text: tuple.text + word, line: tuple.line }
      continue
    }
    if (tuple !== undefined) yield tuple
    tuple = { text: word, line: at }
  }
  if (tuple !== undefined) yield tuple
}

function nextLineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? Infinity : at
}

function continues(tuple: string, word: string): boolean {
  if (word.startsWith(',')) return true
  const commas = tuple.split(',', 4).length - 1
  return tuple.endsWith(',') && commas < 3 && /^[^,]+,?$/.test(word)
}

/** `gx:coord` separates its parts by spaces. */
export function readTrackPoint({ text, line }: TextAt): ReadPositions {
  const written = text.trim()
  const read = readPosition(written.split(/\s+/))
  if (typeof read !== 'string') return { positions: [read], problems: [] }
  return { positions: [], problems: [{ code: read, line, found: written }] }
}

function readPosition(parts: readonly string[]): Position | 'kml.coordinates.error' | 'kml.range.error' {
  const [longitude, latitude] = [toNumber(parts[0]), toNumber(parts[1])]
  if (parts.length > 3 || Number.isNaN(longitude) || Number.isNaN(latitude)) return 'kml.coordinates.error'
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) return 'kml.range.error'
  return [Math.round(longitude * precision) / precision, Math.round(latitude * precision) / precision]
}

function toNumber(text = ''): number {
  return number.test(text) ? Number(text) : Number.NaN
}
