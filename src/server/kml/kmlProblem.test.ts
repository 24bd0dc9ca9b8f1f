import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { kml, placemark, point, problemsOf, readZone } from '../../../tests/support/zoneTexts.ts'
import { zoneFileMaxBytes } from '../../contract/rules.ts'

const ring = (coordinates: string) => `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`
const polygon = (coordinates: string) => placemark(`<Polygon><outerBoundaryIs>${ring(coordinates)}</outerBoundaryIs></Polygon>`)
const square = '1,45 1.1,45 1.1,45.1 1,45.1 1,45'

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
    ['a page of the web', '<!DOCTYPE html><title>Not found</title>', 'kml.doctype.error', 1],
    ['GeoJSON', '{"type":"Point","coordinates":[1,45]}', 'kml.xml.error', 1],
    ['another kind of XML', '<?xml version="1.0"?>\n<gpx><wpt lat="45" lon="1"/></gpx>', 'kml.root.error', 2],
    ['a tag that is not closed', '<kml>\n<Document>\n</kml>', 'kml.xml.error', 3],
    ['an end that is missing', '<kml>\n<Document>\n', 'kml.xml.error', 3],
    ['text before the declaration', `\n${kml('')}`, 'kml.xml.error', 2],
    ['an entity of HTML', kml('<name>a&nbsp;b</name>'), 'kml.entity.error', 3],
    ['an ampersand', kml('<name>\na & b</name>\n<name>&amp;</name>'), 'kml.xml.error', 4],
    ['an ampersand in an address', kml('<a>\n<b href="?a=1&b=2"/></a>\n'), 'kml.xml.error', 4],
    ['a control character', kml('<name>\u0001</name>'), 'kml.xml.error', 3],
  ])('%s', (_, text, code, line) => {
    expect(readZone(text).problems).toEqual([expect.objectContaining({ code, line })])
  })

  it.each([
    ['nothing', '', 'kml.empty.error'],
    ['a mark alone', '\uFEFF', 'kml.empty.error'],
    ['white space', ' \r\n\t\uFEFF', 'kml.empty.error'],
    ['no zone', kml('<Document><name>Empty</name></Document>'), 'kml.no.shape.error'],
    ['coordinates without a placemark', kml('<Point><coordinates>1,45</coordinates></Point>'), 'kml.no.shape.error'],
    ['an archive with the name of a KML file', 'PK\u0003\u0004doc.kml', 'kml.archive.error'],
    ['more than 5 MiB', new Uint8Array(zoneFileMaxBytes + 1).fill(0x20), 'kml.too.large.error'],
  ])('%s, without a line', (_, content, code) => {
    expect(problemsOf(content)).toEqual([[code, null, null]])
  })

  it('a model alone, which is left out', () => {
    expect(problemsOf(placemark('<Model/>'))).toEqual([
      ['kml.no.shape.error', null, null],
      ['kml.model.ignored', 4, 'Model'],
    ])
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
    const { shapes, problems } = readZone(polygon('1,45 1.1,45 1.1,45.1'))
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

  it.each([
    ['a coordinate', point('x'.repeat(1_000)), 'x'.repeat(40)],
    ['half of a character', point(`${'x'.repeat(39)}😀`), `${'x'.repeat(39)}\uFFFD`],
    ['an element', `<${'x'.repeat(100_000)}/>`, 'x'.repeat(40)],
    ['an encoding', `<?xml version="1.0" encoding="${'x'.repeat(400)}"?><kml/>`, 'x'.repeat(40)],
  ])('forty characters of %s at most', (_, text, found) => {
    expect(readZone(text).problems).toEqual([expect.objectContaining({ found })])
  })

  it('no more than fifty of them, and that there are more', () => {
    const { problems, shapes } = readZone(placemark(`<LineString><coordinates>${'1,x\n'.repeat(200_000)}</coordinates></LineString>`))
    expect(problems).toHaveLength(51)
    expect(problems.at(-1)).toEqual({ code: 'kml.more.problems', line: null, found: null })
    expect(shapes).toEqual([])
  })

  it('notes never hide an error, and never refuse a file', () => {
    const overlays = '<GroundOverlay/>\n'.repeat(200)
    expect(readZone(kml(`${overlays}<Placemark><Point><coordinates>1,45</coordinates></Point></Placemark>`))).toMatchObject({
      shapes: [{ type: 'Feature' }],
      problems: { length: 51 },
    })
    const { problems } = readZone(kml(`${overlays}<Placemark><Point><coordinates>x</coordinates></Point></Placemark>`))
    expect(problems).toContainEqual({ code: 'kml.coordinates.error', line: 203, found: 'x' })
  })
})
