import { expect, it } from 'vitest'
import { fieldKml, kmlFile } from '../../../../tests/support/zoneFiles.ts'
import { AppError } from '../../../errors.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { inSandbox } from '../../sandbox/inSandbox.ts'
import { readZoneFiles } from './readZoneFiles.ts'

const summary = (files: Awaited<ReturnType<typeof readZoneFiles>>) =>
  files.map(({ fileName, problems, shapes }) => [fileName, problems.map(({ code }) => code), shapes.length])

it('reads several files, in their order', async () => {
  const files = [kmlFile(fieldKml('One')), kmlFile('<gpx/>', 'track.kml'), kmlFile(fieldKml('Two', { count: 2 }), 'two.kml')]
  expect(summary(await readZoneFiles(files, 1))).toEqual([
    ['field.kml', [], 1],
    ['track.kml', ['kml.root.error'], 0],
    ['two.kml', [], 2],
  ])
})

/** The first file is read, the second one fails. */
function readSecondWith(failure: Error) {
  let calls = 0
  const read: typeof inSandbox = async (...call) => {
    calls += 1
    if (calls === 2) throw failure
    return inSandbox(...call)
  }
  return readZoneFiles([kmlFile(fieldKml('Quick')), kmlFile('<kml/>', 'heavy.kml'), kmlFile(fieldKml('Later'), 'later.kml')], 1, read)
}

it.each(['time', 'memory'] as const)('names the file that takes too much %s, and reads none after it', async (verdict) => {
  expect(summary(await readSecondWith(new FileError(verdict, 'readZoneFile')))).toEqual([
    ['field.kml', [], 1],
    ['heavy.kml', ['kml.too.complex.error'], 0],
  ])
})

it('blames no file for a sandbox that is busy', async () => {
  const busy = new AppError('service.unavailable.error')
  await expect(readSecondWith(busy)).rejects.toBe(busy)
})
