/** A corpus of KML files: what other programs write (tests/kml/), every geometry, encodings, and hostile files. Wrong ones: kmlProblem.test.ts. */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { kml, placemark, point, problemsOf, readZone } from '../../../tests/support/zoneTexts.ts'
import { geometry } from '../../contract/geoJson.ts'
import { zoneFileMaxBytes, zonePointsMax } from '../../contract/rules.ts'
import { shapeBeginning } from './drawing.ts'
import { readZoneFile } from './readZoneFile.ts'

const corpus = (name: string) => readZone(readFileSync(`tests/kml/${name}.kml`), `${name}.kml`)

const encoded = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<kml><Placemark><name>Pré</name><Point><coordinates>1,45</coordinates></Point></Placemark></kml>`

const utf16 = (given: string, isBig: boolean) => {
  const bytes = Buffer.from(given, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const deep = (depth: number) =>
  `<kml>${'<Folder>'.repeat(depth)}<Placemark><Point><coordinates>1,45</coordinates></Point></Placemark>${'</Folder>'.repeat(depth)}</kml>`

const lineOf = (count: number) => placemark(`<LineString><coordinates>${'1.83,44.6\n'.repeat(count)}</coordinates></LineString>`)

const pointAt = (longitude: number) => `<Point><coordinates>${longitude},45</coordinates></Point>`
const lineFrom = (longitude: number) => `<LineString><coordinates>${longitude},45 ${longitude + 0.1},45</coordinates></LineString>`
const ring = '<LinearRing><coordinates>1,45 1.1,45 1.1,45.1 1,45</coordinates></LinearRing>'
const hole = '<LinearRing><coordinates>1.06,45.01 1.08,45.01 1.08,45.03 1.06,45.01</coordinates></LinearRing>'
const polygon = (inner = '') => `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs>${inner}</Polygon>`
const track = '<gx:Track><gx:coord>1 45 10</gx:coord><gx:coord>1.1 45 11</gx:coord></gx:Track>'
const multi = (inside: string) => `<MultiGeometry>${inside}</MultiGeometry>`

const named = (name: string) =>
  readZone(kml(`<Placemark><name>${name}</name><Point><coordinates>1,45</coordinates></Point></Placemark>`)).shapes[0]?.properties.name

describe('files of other programs', () => {
  it('Google Earth: a polygon with holes, a point, and what is left out with its line', () => {
    const { shapes, problems } = corpus('googleEarth')
    expect(shapes.map(({ properties, geometry: { type } }) => [properties.name, type])).toEqual([
      ['Champ du Moulin & prés', 'Polygon'],
      ['Parking', 'Point'],
    ])
    expect(shapes[0]?.geometry).toMatchObject({ coordinates: [{ length: 5 }, { length: 5 }, { length: 5 }] })
    expect(problems).toEqual([
      { code: 'kml.overlay.ignored', line: 73, found: 'GroundOverlay' },
      { code: 'kml.link.ignored', line: 85, found: 'NetworkLink' },
      { code: 'kml.overlay.ignored', line: 91, found: 'PhotoOverlay' },
    ])
  })

  it('QGIS: multi-polygons and lines, with names from the placemark and not from its data', () => {
    const { shapes, problems } = corpus('qgis')
    expect(shapes.map(({ properties: { name }, geometry: { type } }) => [name, type])).toEqual([
      ['A 101', 'MultiPolygon'],
      [null, 'LineString'],
    ])
    expect(problems).toEqual([])
  })

  it('a GPS app: tracks with gaps, spaces after commas, an undeclared prefix', () => {
    const { shapes, problems } = corpus('gpsApp')
    expect(shapes.map(({ properties: { name } }) => name)).toEqual(['Morning walk', 'Find 1'])
    expect(shapes[0]?.geometry).toEqual({
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1.85, 44.6] },
        {
          type: 'LineString',
          coordinates: [
            [1.83, 44.6],
            [1.84, 44.6],
          ],
        },
      ],
    })
    expect(shapes[1]?.geometry).toEqual({ type: 'Point', coordinates: [1.8312, 44.6034] })
    expect(problems).toEqual([{ code: 'kml.tour.ignored', line: 27, found: 'Tour' }])
  })

  it('any: every geometry, one in another, with a prefix, a hole before its outer ring', () => {
    const { shapes, problems } = corpus('everyGeometry')
    const [mixed] = shapes
    expect(mixed?.geometry).toMatchObject({
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'MultiPoint',
          coordinates: [
            [1, 45],
            [1.1, 45],
          ],
        },
        { type: 'MultiLineString', coordinates: [{ length: 3 }, { length: 4 }] },
        { type: 'Polygon', coordinates: [{ length: 5 }, { length: 4 }] },
      ],
    })
    expect(problems).toEqual([{ code: 'kml.model.ignored', line: 17, found: 'Model' }])
    expect(v.is(geometry, mixed?.geometry)).toBe(true)
  })

  it.each([
    ['a ring', ring, 'LineString'],
    ['a polygon with a hole', polygon(`<innerBoundaryIs>${hole}</innerBoundaryIs>`), 'Polygon'],
    ['a track', track, 'LineString'],
    ['several points', multi(pointAt(1) + pointAt(2)), 'MultiPoint'],
    ['several lines', multi(lineFrom(1) + lineFrom(2)), 'MultiLineString'],
    ['several tracks', `<gx:MultiTrack>${track}${track}</gx:MultiTrack>`, 'MultiLineString'],
    ['several polygons', multi(polygon() + polygon()), 'MultiPolygon'],
    ['geometries of several kinds', multi(pointAt(1) + lineFrom(1) + polygon()), 'GeometryCollection'],
  ])('any: %s', (_, inside, type) => {
    expect(readZone(placemark(inside)).shapes.map((shape) => shape.geometry.type)).toEqual([type])
  })

  it('are given as text that begins as the call of all enabled zones expects', () => {
    const bytes = readFileSync('tests/kml/qgis.kml')
    const { shapes } = readZoneFile({ fileName: 'qgis.kml', bytes, index: 3, pointsMax: 100 })
    expect(shapes.every((shape) => shape.startsWith(`${shapeBeginning}"file":3,`) && !shape.includes('\n'))).toBe(true)
  })
})

describe('encodings', () => {
  it.each([
    ['UTF-8', Buffer.from(encoded('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${encoded('UTF-8')}`)],
    ['UTF-8 without a declaration', Buffer.from(encoded('UTF-8').split('\n')[1] ?? '')],
    ['UTF-16, little end first, with a mark', utf16(`\uFEFF${encoded('UTF-16')}`, false)],
    ['UTF-16, big end first, with a mark', utf16(`\uFEFF${encoded('UTF-16')}`, true)],
    ['UTF-16, little end first, without a mark', utf16(encoded('UTF-16LE'), false)],
    ['UTF-16, big end first, without a mark', utf16(encoded('UTF-16BE'), true)],
    ['UTF-8 that declares UTF-16', Buffer.from(encoded('UTF-16'))],
    ['Latin 1', Buffer.from(encoded('ISO-8859-1'), 'latin1')],
    ['Windows 1252, in single quotes', Buffer.from(encoded('windows-1252').replaceAll('"', "'"), 'latin1')],
    ['lines that end as on Windows', Buffer.from(encoded('UTF-8').replaceAll('\n', '\r\n'))],
  ])('reads %s', (_, bytes) => {
    const { shapes, problems } = readZone(bytes)
    expect(problems).toEqual([])
    expect(shapes[0]?.properties.name).toBe('Pré')
  })

  it.each([
    ['Latin 1 that does not say so, by the line', Buffer.from(`<kml>\n<!-- fine -->\n<name>Pré</name></kml>`, 'latin1'), 3, 'utf-8'],
    ['Latin 1 that declares UTF-8', Buffer.from(encoded('UTF-8'), 'latin1'), 2, 'UTF-8'],
    ['an encoding that nobody knows', Buffer.from(encoded('klingon')), 1, 'klingon'],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 1, 'utf-32'],
    ['half of a UTF-16 character', Buffer.from([0xff, 0xfe, 0x3c]), 1, 'utf-16le'],
  ])('refuses %s', (_, bytes, line, found) => {
    expect(problemsOf(bytes)).toEqual([['kml.encoding.error', line, found]])
  })
})

describe('hostile files', () => {
  const entities = Array.from({ length: 20 }, (_, index) => `<!ENTITY e${index + 1} "&e${index};&e${index};&e${index};">`).join('\n')

  it.each([
    ['an entity bomb', `<?xml version="1.0"?>\n<!DOCTYPE kml [<!ENTITY e0 "x">\n${entities}]>\n<kml><name>&e20;</name></kml>`],
    ['an external entity', '<?xml version="1.0"?>\n<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<kml><name>&x;</name></kml>'],
    ['a parameter entity', '<?xml version="1.0"?>\n<!DOCTYPE kml [<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]>\n<kml/>'],
    ['a document type alone', '<?xml version="1.0"?>\n<!DOCTYPE kml SYSTEM "http://127.0.0.1:1/kml.dtd">\n<kml/>'],
  ])('refuses %s, at its line', (_, text) => {
    expect(problemsOf(text)).toEqual([['kml.doctype.error', 2, null]])
  })

  it('refuses elements in one another, 64 deep and 100,000 deep, and takes 63', () => {
    // kml, Placemark, Point and coordinates are elements too.
    expect(problemsOf(deep(60))).toEqual([])
    expect(problemsOf(deep(61))).toEqual([['kml.depth.error', 1, null]])
    expect(problemsOf(deep(100_000))).toEqual([['kml.depth.error', 1, null]])
  })

  it('takes 50,000 points, and refuses one more and 200,000', () => {
    expect(problemsOf(lineOf(zonePointsMax))).toEqual([])
    expect(problemsOf(lineOf(zonePointsMax + 1))).toEqual([['kml.points.error', 4, null]])
    expect(problemsOf(lineOf(200_000))).toEqual([['kml.points.error', 4, null]])
    const points = kml('<Placemark><Point><coordinates>1,45</coordinates></Point></Placemark>\n'.repeat(zonePointsMax + 1))
    expect(problemsOf(points)).toEqual([['kml.points.error', zonePointsMax + 3, null]])
  })

  it.each([
    ['white space', placemark(`<Point><coordinates>1,45${' '.repeat(4_000_000)}</coordinates></Point>`), []],
    ['commas', point(', '.repeat(2_000_000)), ['kml.coordinates.error']],
    ['joined numbers', point('1, '.repeat(1_000_000)), ['kml.coordinates.error', 'kml.more.problems']],
    ['a name', kml(`<Placemark><name>${'\t x'.repeat(1_000_000)}</name><Point><coordinates>1,45</coordinates></Point></Placemark>`), []],
    ['comments in coordinates', point(`${'<!---->\n'.repeat(400_000)}1,45`), []],
    ['attributes', `<kml ${Array.from({ length: 300_000 }, (_, index) => `a${index}=""`).join(' ')}/>`, ['kml.no.shape.error']],
    ['elements', kml('<a/>'.repeat(1_000_000)), ['kml.no.shape.error']],
  ])('reads megabytes of %s in one pass', (_, text, codes) => {
    expect(text.length).toBeLessThan(zoneFileMaxBytes)
    expect([...new Set(readZone(text).problems.map(({ code }) => code))]).toEqual(codes)
  })

  it('keeps of a name what can be shown: 250 characters, no control characters, none that turns the direction', () => {
    expect(named('\u202Elmk.\u2066enoz &lt;b&gt;')).toBe('lmk. enoz <b>')
    expect(named('é'.repeat(300))).toBe('é'.repeat(250))
    expect(named(' \n ')).toBeNull()
  })
})
