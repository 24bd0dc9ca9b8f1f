import { expect, it } from 'vitest'
import { fieldKml, kmlFile } from '../../../../tests/support/zoneFiles.ts'
import { readZoneFiles } from './readZoneFiles.ts'

/** A million elements take hundreds of milliseconds on any computer. */
const slow = `<kml>${'<a/>'.repeat(1_000_000)}</kml>`
const large = `<kml ${Array.from({ length: 400_000 }, (_, index) => `a${index}=""`).join(' ')}/>`

const summary = (files: Awaited<ReturnType<typeof readZoneFiles>>) =>
  files.map(({ fileName, problems, shapes }) => [fileName, problems.map(({ code }) => code), shapes.length])

it('reads several files in one thread, in their order', async () => {
  const files = [kmlFile(fieldKml('One')), kmlFile('<gpx/>', 'track.kml'), kmlFile(fieldKml('Two', { count: 2 }), 'two.kml')]
  expect(summary(await readZoneFiles(files))).toEqual([
    ['field.kml', [], 1],
    ['track.kml', ['kml.root.error'], 0],
    ['two.kml', [], 2],
  ])
})

it.each([
  ['long', slow, { timeoutMs: 200, heapMaxMb: 256 }],
  ['much memory', large, { timeoutMs: 10_000, heapMaxMb: 16 }],
])('names the file that takes too %s, and reads none after it', async (_, content, limits) => {
  const files = [kmlFile(fieldKml('Quick')), kmlFile(content, 'heavy.kml'), kmlFile(fieldKml('Later'), 'later.kml')]
  expect(summary(await readZoneFiles(files, limits))).toEqual([
    ['field.kml', [], 1],
    ['heavy.kml', ['kml.too.complex.error'], 0],
  ])
})
