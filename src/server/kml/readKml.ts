/** From the text of a KML file to its placemarks. Fetches nothing. Knows neither bytes nor measures. */
import { SaxesParser } from 'saxes'
import type { ZoneFileProblem } from '../../contract/rallyZone.ts'
import { type ReportProblem, ReadingStopped } from './kmlProblem.ts'
import { newPlacemark, type Placemark } from './placemark.ts'
import type { TextAt } from './readCoordinates.ts'
import { shapeReader } from './shapeReader.ts'

const depthMax = 64
const nameMaxLength = 250
/** Control characters, and marks that reverse the reading direction. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Elements that are left out with all they contain, and the note about them. */
const ignored: Readonly<Record<string, ZoneFileProblem['code'] | null>> = {
  GroundOverlay: 'kml.overlay.ignored',
  PhotoOverlay: 'kml.overlay.ignored',
  ScreenOverlay: 'kml.overlay.ignored',
  NetworkLink: 'kml.link.ignored',
  NetworkLinkControl: 'kml.link.ignored',
  Model: 'kml.model.ignored',
  Tour: 'kml.tour.ignored',
  Schema: null,
  Style: null,
  StyleMap: null,
  ExtendedData: null,
  Metadata: null,
  description: null,
}
const strayAmpersand = /&(?!(?:#\d+|#x[\da-f]+|[a-z_:][\w.:-]*);)/i
const withText = new Set(['name', 'coordinates', 'coord'])

export type ReadKml = {
  /** Those with a shape. */
  readonly placemarks: readonly Placemark[]
  readonly points: number
}

/** `report` receives what can be told while reading goes on. Throws ReadingStopped where nothing sensible follows. */
export function readKml(text: string, { report, pointsMax }: { report: ReportProblem; pointsMax: number }): ReadKml {
  // Namespaces are left aside: many programs write `gx:` without declaring it.
  const parser = new SaxesParser()
  const shapes = shapeReader(report, pointsMax)
  const placemarks: Placemark[] = []
  const path: string[] = []
  let placemark: Placemark | null = null
  /** The depth at which an ignored element began. */
  let ignoredDepth = Infinity
  let reading: ReturnType<typeof textReader> | null = null
  /** Where the latest tag, comment or instruction ended. */
  let [markupEnd, markupLine] = [0, 1]

  parser.on('error', ({ message }) => {
    throw new ReadingStopped(/undefined entity/i.test(message) ? 'kml.entity.error' : 'kml.xml.error', errorLine())
  })
  parser.on('doctype', (doctype) => {
    throw new ReadingStopped('kml.doctype.error', parser.line - lineBreaks(doctype))
  })
  parser.on('comment', markEnd)
  parser.on('processinginstruction', markEnd)
  parser.on('text', (piece) => reading?.add(piece, markupLine))
  parser.on('cdata', (piece) => {
    reading?.add(piece, parser.line - lineBreaks(piece))
    markEnd()
  })
  parser.on('opentag', (tag) => {
    markEnd()
    open(localName(tag.name), parser.line)
  })
  parser.on('closetag', (tag) => {
    markEnd()
    close(localName(tag.name))
    path.pop()
  })
  parser.write(text).close()
  return { placemarks, points: shapes.points() }

  function markEnd(): void {
    ;[markupEnd, markupLine] = [parser.position, parser.line]
  }

  /** The parser reads on from a stray ampersand to the next semicolon. */
  function errorLine(): number {
    const sinceMarkup = text.slice(markupEnd, parser.position)
    const ampersand = sinceMarkup.search(strayAmpersand)
    return ampersand === -1 ? parser.line : markupLine + lineBreaks(sinceMarkup.slice(0, ampersand))
  }

  function open(name: string, line: number): void {
    path.push(name)
    if (path.length > depthMax) throw new ReadingStopped('kml.depth.error', line)
    if (path.length === 1 && name !== 'kml') throw new ReadingStopped('kml.root.error', line, name)
    reading = null
    if (path.length > ignoredDepth) return
    if (Object.hasOwn(ignored, name)) {
      ignoredDepth = path.length
      const code = ignored[name]
      if (code) report({ code, line, found: name })
      return
    }
    if (name === 'Placemark') placemark = newPlacemark()
    if (placemark === null) return
    if (withText.has(name)) reading = textReader(line)
    shapes.opened(name, line)
  }

  function close(name: string): void {
    const depth = path.length
    if (depth === ignoredDepth) ignoredDepth = Infinity
    else if (depth < ignoredDepth && placemark !== null) closeInPlacemark(name, placemark)
    reading = null
  }

  function closeInPlacemark(name: string, current: Placemark): void {
    const parent = path.at(-2)
    if (name === 'name' && parent === 'Placemark') current.name = cleanName(reading?.read().text ?? '')
    shapes.closed(name, parent, current, reading?.read() ?? null)
    if (name !== 'Placemark') return
    if (current.points.length + current.lines.length + current.polygons.length > 0) placemarks.push(current)
    placemark = null
  }
}

/** Joins the pieces of a text, with as many line breaks as stood between them in comments. */
function textReader(line: number) {
  let [text, endLine] = ['', line]
  return {
    add(piece: string, pieceLine: number): void {
      text += '\n'.repeat(Math.max(0, pieceLine - endLine)) + piece
      endLine = Math.max(pieceLine, endLine) + lineBreaks(piece)
    },
    read: (): TextAt => ({ text, line }),
  }
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Without the prefix of its namespace. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function cleanName(text: string): string | null {
  const name = text.replaceAll(invisible, ' ').split(/\s+/).join(' ').trim()
  return name === '' ? null : [...name].slice(0, nameMaxLength).join('')
}
