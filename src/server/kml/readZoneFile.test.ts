/** A corpus of KML files: what other programs write (tests/kml/), every geometry, encodings, and files that are wrong or hostile. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { geometry } from '../../contract/geoJson.ts'
import type { ZoneShape } from '../../contract/rallyZone.ts'
import { zoneFileMaxBytes, zonePointsMax } from '../../contract/rules.ts'
import { readZoneFile, shapeBeginning } from './readZoneFile.ts'

function read(content: string | Uint8Array, fileName = 'zone.kml') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { shapes, ...file } = readZoneFile({ fileName, bytes, index: 0, pointsMax: zonePointsMax })
  return { ...file, shapes: shapes.map((text): ZoneShape => JSON.parse(text)) }
}

const corpus = (name: string) => read(readFileSync(`tests/kml/${name}.kml`), `${name}.kml`)
const problemsOf = (...given: Parameters<typeof read>) => read(...given).problems.map(({ code, line, found }) => [code, line, found])
const kml = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n${inside}\n</kml>`
const placemark = (inside: string) => kml(`<Placemark>\n${inside}\n</Placemark>`)
const point = (coordinates: string) => placemark(`<Point><coordinates>${coordinates}</coordinates></Point>`)
const ring = (coordinates: string) => `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`
const polygon = (coordinates: string) => placemark(`<Polygon><outerBoundaryIs>${ring(coordinates)}</outerBoundaryIs></Polygon>`)
const square = '1,45 1.1,45 1.1,45.1 1,45.1 1,45'

const encoded = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<kml><Placemark><name>Pré</name><Point><coordinates>1,45</coordinates></Point></Placemark></kml>`

const utf16 = (given: string, isBig: boolean) => {
  const bytes = Buffer.from(given, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

const deep = (depth: number) =>
  `<kml>${'<Folder>'.repeat(depth)}<Placemark><Point><coordinates>1,45</coordinates></Point></Placemark>${'</Folder>'.repeat(depth)}</kml>`

const lineOf = (count: number) => placemark(`<LineString><coordinates>${'1.83,44.6\n'.repeat(count)}</coordinates></LineString>`)

const named = (name: string) =>
  read(kml(`<Placemark><name>${name}</name><Point><coordinates>1,45</coordinates></Point></Placemark>`)).shapes[0]?.properties.name

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
    const { shapes, problems } = read(bytes)
    expect(problems).toEqual([])
    expect(shapes[0]?.properties.name).toBe('Pré')
  })

  it.each([
    ['Latin 1 that does not say so, by the line', Buffer.from(`<kml>\n<!-- fine -->\n<name>Pré</name></kml>`, 'latin1'), 3, 'utf-8'],
    ['an encoding that nobody knows', Buffer.from(encoded('klingon')), 1, 'klingon'],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 1, 'utf-32'],
    ['half of a UTF-16 character', Buffer.from([0xff, 0xfe, 0x3c]), 1, 'utf-16le'],
  ])('refuses %s', (_, bytes, line, found) => {
    expect(problemsOf(bytes)).toEqual([['kml.encoding.error', line, found]])
  })
})

describe('what is wrong is told with its line', () => {
  it.each([
    ['a number that is none', point('1.8,NaN'), 4, '1.8,NaN'],
    ['infinity', point('Infinity,45'), 4, 'Infinity,45'],
    ['text', point('here'), 4, 'here'],
    ['a number in hexadecimal', point('0x10,45'), 4, '0x10,45'],
    ['one number', point('1'), 4, '1'],
    ['four numbers', point('1,45,0,0'), 4, '1,45,0,0'],
    ['a decimal comma', point('1,8 45,6 7,7,7,7'), 4, '7,7,7,7'],
  ])('coordinates: %s', (_, text, line, found) => {
    expect(problemsOf(text)).toEqual([['kml.coordinates.error', line, found]])
  })

  it.each([
    ['500 degrees', '500,45'],
    ['a pole passed', '1,90.0001'],
    ['more than numbers hold', '1e999,45'],
    ['longitude and latitude of another place', '1,-181'],
  ])('range: %s', (_, coordinates) => {
    expect(problemsOf(point(coordinates))).toEqual([['kml.range.error', 4, coordinates]])
  })

  it('every mistake of a file, each at its own line, over comments and CDATA', () => {
    const coordinates = '1,45\n1,x <!-- two\nlines -->\n1,45 <![CDATA[1,45\n\n500,45]]>\n1,45 <?pi a\nb?> y,1'
    expect(problemsOf(placemark(`<LineString>\n<coordinates>${coordinates}</coordinates>\n</LineString>`))).toEqual([
      ['kml.coordinates.error', 6, '1,x'],
      ['kml.range.error', 10, '500,45'],
      ['kml.coordinates.error', 12, 'y,1'],
    ])
  })

  it.each([
    ['a point without coordinates', placemark('<Point/>'), 'kml.coordinates.error', 4],
    ['a point with two positions', point('1,45 2,45'), 'kml.coordinates.error', 4],
    ['a line of one point', placemark('<LineString><coordinates>1,45</coordinates></LineString>'), 'kml.line.error', 4],
    ['a ring of two points', polygon('1,45 1.1,45 1,45'), 'kml.ring.error', 4],
    ['a polygon without an outer ring', placemark('<Polygon>\n</Polygon>'), 'kml.polygon.error', 4],
    [
      'a polygon with two outer rings',
      placemark(`<Polygon><outerBoundaryIs>${ring(square)}</outerBoundaryIs><outerBoundaryIs>${ring(square)}</outerBoundaryIs></Polygon>`),
      'kml.polygon.error',
      4,
    ],
    ['another kind of XML', '<?xml version="1.0"?>\n<gpx><wpt lat="45" lon="1"/></gpx>', 'kml.root.error', 2],
    ['a tag that is not closed', '<kml>\n<Document>\n</kml>', 'kml.xml.error', 3],
    ['an end that is missing', '<kml>\n<Document>\n', 'kml.xml.error', 3],
    ['text before the declaration', `\n${kml('')}`, 'kml.xml.error', 2],
    ['an entity of HTML', kml('<name>a&nbsp;b</name>'), 'kml.entity.error', 3],
    ['an ampersand', kml('<name>\na & b</name>\n<name>&amp;</name>'), 'kml.xml.error', 4],
    ['an ampersand in an address', kml('<a>\n<b href="?a=1&b=2"/></a>\n'), 'kml.xml.error', 4],
    ['a control character', kml('<name>\u0001</name>'), 'kml.xml.error', 3],
  ])('%s', (_, text, code, line) => {
    expect(read(text).problems).toEqual([expect.objectContaining({ code, line })])
  })

  it.each([
    ['nothing', '', 'kml.empty.error'],
    ['white space', ' \n\uFEFF', 'kml.empty.error'],
    ['no zone', kml('<Document><name>Empty</name></Document>'), 'kml.no.shape.error'],
    ['coordinates without a placemark', kml('<Point><coordinates>1,45</coordinates></Point>'), 'kml.no.shape.error'],
    ['an archive with the name of a KML file', 'PK\u0003\u0004doc.kml', 'kml.archive.error'],
    ['more than 5 MiB', new Uint8Array(zoneFileMaxBytes + 1).fill(0x20), 'kml.too.large.error'],
  ])('%s, without a line', (_, content, code) => {
    expect(problemsOf(content)).toEqual([[code, null, null]])
  })

  it('a compressed file, a KMZ by its name, another name', () => {
    expect(problemsOf(gzipSync(kml('')))).toEqual([['kml.archive.error', null, null]])
    expect(problemsOf(point('1,45'), 'zone.KMZ')).toEqual([['kml.archive.error', null, null]])
    expect(problemsOf(point('1,45'), 'zone.kml.txt')).toEqual([['kml.name.error', null, null]])
    expect(problemsOf(point('1,45'), 'ZONE.KML')).toEqual([])
  })

  it('binary content', () => {
    const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 127)
    expect(problemsOf(bytes)).toEqual([['kml.xml.error', 1, null]])
    expect(problemsOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a))).toEqual([['kml.encoding.error', 1, 'utf-8']])
  })

  it('a ring that was left open is closed, and told', () => {
    const { shapes, problems } = read(polygon('1,45 1.1,45 1.1,45.1'))
    expect(problems).toEqual([{ code: 'kml.ring.closed', line: 4, found: null }])
    expect(shapes[0]?.geometry).toMatchObject({
      coordinates: [
        [
          [1, 45],
          [1.1, 45],
          [1.1, 45.1],
          [1, 45],
        ],
      ],
    })
  })

  it('no more than fifty of them, and that there are more', () => {
    const { problems, shapes } = read(placemark(`<LineString><coordinates>${'1,x\n'.repeat(200_000)}</coordinates></LineString>`))
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)).toEqual({ code: 'kml.more.problems', line: null, found: null })
    expect(shapes).toEqual([])
  })

  it('notes never hide an error, and never refuse a file', () => {
    const overlays = '<GroundOverlay/>\n'.repeat(200)
    expect(read(kml(`${overlays}<Placemark><Point><coordinates>1,45</coordinates></Point></Placemark>`))).toMatchObject({
      shapes: [{ type: 'Feature' }],
      problems: { length: 51 },
    })
    const { problems } = read(kml(`${overlays}<Placemark><Point><coordinates>x</coordinates></Point></Placemark>`))
    expect(problems).toContainEqual({ code: 'kml.coordinates.error', line: 203, found: 'x' })
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
    expect([...new Set(read(text).problems.map(({ code }) => code))]).toEqual(codes)
  })

  it('keeps of a name what can be shown: 250 characters, no control characters, none that turns the direction', () => {
    expect(named('\u202Elmk.\u2066enoz &lt;b&gt;')).toBe('lmk. enoz <b>')
    expect(named('é'.repeat(300))).toBe('é'.repeat(250))
    expect(named(' \n ')).toBeNull()
  })
})
