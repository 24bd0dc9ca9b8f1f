/**
 * Files that are sent as zones: what other programs write, one for each refusal, and hostile ones. Every geometry, encoding and mistake:
 * src/server/kml/readZoneFile.test.ts and kmlProblem.test.ts.
 */
import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { zoneFileMaxBytes, zonePointsMax } from '../../src/contract/rules.ts'
import { fieldKml, kmlFile } from './zoneFiles.ts'

export type ZoneSample = {
  readonly name: string
  /** The geometry of each shape, or the words with which the file is refused. */
  readonly expected: readonly string[] | string
  readonly file: () => File
}

const refusals = {
  archive: 'This is a compressed file (KMZ). Save the zone as KML instead, or unpack it and choose the .kml file inside.',
  coordinates: 'These are not coordinates. A longitude, a comma and a latitude are expected.',
  depth: 'Elements are nested more than 64 levels deep.',
  doctype: 'A document type (DOCTYPE) is not allowed in a KML file.',
  empty: 'This file is empty.',
  encoding: 'Some characters do not match the encoding of this file. Save it as UTF-8.',
  entity: 'This name between & and ; is unknown. Write the character itself.',
  large: 'This file is larger than 5 MB.',
  line: 'A line needs at least two points.',
  name: 'This is not a KML file. Its name must end in .kml.',
  noShape: 'This file contains no polygon, line or point.',
  points: 'The files have more than 50,000 points in total. Simplify the drawing.',
  polygon: 'A polygon needs exactly one outer outline.',
  range: 'These coordinates are not on Earth: longitudes range from −180 to 180, latitudes from −90 to 90.',
  ring: 'An outline needs at least three different points.',
  root: 'This file contains something other than KML.',
  xml: 'This is not valid XML.',
}

const kml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n${inside}\n</kml>`
const placemark = (inside: string) => kml(`<Placemark>\n${inside}\n</Placemark>`)
const coordinates = (text: string) => `<coordinates>${text}</coordinates>`
const point = (text = '1,45') => `<Point>${coordinates(text)}</Point>`
const line = (text: string) => `<LineString>${coordinates(text)}</LineString>`
const ring = (text: string) => `<LinearRing>${coordinates(text)}</LinearRing>`
const outer = (inside: string) => `<outerBoundaryIs>${inside}</outerBoundaryIs>`
const polygon = (inside: string) => `<Polygon>${inside}</Polygon>`
const multi = (inside: string) => `<MultiGeometry>${inside}</MultiGeometry>`

const doctype = (declared: string, text = '&x;') =>
  `<?xml version="1.0"?>\n<!DOCTYPE kml ${declared}>\n<kml><Placemark><name>${text}</name>${point()}</Placemark></kml>`
const bomb = Array.from({ length: 9 }, (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`).join('\n')
const deep = (depth: number, inside: string) => `<kml>${'<Folder>'.repeat(depth)}${inside}${'</Folder>'.repeat(depth)}</kml>`
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const square = outer(ring('1,45 1.1,45 1.1,45.1 1,45'))

type Content = string | Uint8Array
type Row = readonly [name: string, expected: ZoneSample['expected'], content: Content | (() => Content), fileName?: string]

const others: readonly Row[] = [
  ['Google Earth', ['Polygon', 'Point'], () => readFileSync('tests/kml/googleEarth.kml')],
  ['QGIS', ['MultiPolygon', 'LineString'], () => readFileSync('tests/kml/qgis.kml')],
  ['a GPS app', ['GeometryCollection', 'Point'], () => readFileSync('tests/kml/gpsApp.kml')],
  ['every geometry, one in another', ['GeometryCollection'], () => readFileSync('tests/kml/everyGeometry.kml')],
  ['a name in capitals', ['Polygon'], fieldKml(), 'ZONE.KML'],
]

const wrong: readonly Row[] = [
  ['a line of one point', refusals.line, placemark(line('1,45'))],
  ['a ring of two points', refusals.ring, placemark(polygon(outer(ring('1,45 1.1,45 1,45'))))],
  ['a polygon with two outer rings', refusals.polygon, placemark(polygon(square + square))],
  ['half of a UTF-16 character', refusals.encoding, Buffer.from([0xff, 0xfe, 0x3c])],
  ['500 degrees', refusals.range, placemark(point('500,45'))],
  ['nothing', refusals.empty, ''],
  ['a tag that is not closed', refusals.xml, '<kml>\n<Document>\n</kml>'],
  ['a GPX file', refusals.root, '<gpx><wpt lat="45" lon="1"/></gpx>'],
  ['a KMZ file', refusals.archive, () => zipSync({ 'doc.kml': Buffer.from(fieldKml()) }), 'zone.kmz'],
  ['another name', refusals.name, fieldKml(), 'zone.kml.exe'],
]

const hostile: readonly Row[] = [
  ['an entity bomb', refusals.doctype, doctype(`[<!ENTITY e0 "x">\n${bomb}]`, '&e9;')],
  ['one long entity, used often', refusals.doctype, () => doctype(`[<!ENTITY x "${'x'.repeat(100_000)}">]`, '&x;'.repeat(100_000))],
  ['an entity from a file', refusals.doctype, doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]')],
  ['an entity from an address', refusals.doctype, doctype('[<!ENTITY x SYSTEM "http://127.0.0.1:1/">]')],
  ['a parameter entity', refusals.doctype, doctype('[<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]', '')],
  ['a document type alone', refusals.doctype, doctype('SYSTEM "http://127.0.0.1:1/kml.dtd"', '')],
  ['a document type in UTF-16', refusals.doctype, utf16(`\uFEFF${doctype('[<!ENTITY x "y">]')}`)],
  ['an entity that is not declared', refusals.entity, kml('<name>&x;</name>')],
  ['elements 100,000 deep', refusals.depth, () => deep(100_000, `<Placemark>${point()}</Placemark>`)],
  ['100,000 elements that are not closed', refusals.depth, () => `<kml>${'<a>'.repeat(100_000)}`],
  ['a line of as many points as are allowed', ['LineString'], () => placemark(line('1.83,44.6\n'.repeat(zonePointsMax)))],
  ['a line of 200,000 points', refusals.points, () => placemark(line('1.83,44.6\n'.repeat(200_000)))],
  ['points of one placemark, one more than allowed', refusals.points, () => placemark(multi(point().repeat(zonePointsMax + 1)))],
  ['200,000 wrong coordinates', refusals.coordinates, () => placemark(line('1,x\n'.repeat(200_000)))],
  ['megabytes of elements', refusals.noShape, () => kml('<a/>'.repeat(1_000_000))],
  ['megabytes of comments', ['Point'], () => placemark(point(`${'<!---->\n'.repeat(400_000)}1,45`))],
  ['megabytes of white space', ['Point'], () => placemark(point(`1,45${' '.repeat(4_000_000)}`))],
  ['more than 5 MiB', refusals.large, () => new Uint8Array(zoneFileMaxBytes + 1).fill(0x20)],
]

export const kmlCorpus: readonly ZoneSample[] = [...others, ...wrong, ...hostile].map(([name, expected, content, fileName]) => ({
  name,
  expected,
  file: () => {
    const made = typeof content === 'function' ? content() : content
    return kmlFile(typeof made === 'string' ? made : new Uint8Array(made), fileName)
  },
}))
