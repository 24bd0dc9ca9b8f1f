/** Which of the rest a commit runs: by the table of what tests read, by imports, and by the commit's own history. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { journeyAreas } from './selection/journeyAreas.ts'
import { everyTest, noMoreTests, readBesides, setUps } from './selection/readBesides.ts'
import { readGraph, testFiles } from './selection/selectRest.ts'
import { journeyPath, quarterOf, selectTests } from './selection/selectTests.ts'
import { readTestedCommit } from './selection/testedCommit.ts'

const graph = readGraph()
const files = testFiles()
const all = Object.values(files).flat()
const noQuarter = -1

function select(...paths: readonly string[]) {
  const changes = paths.map((path) => ({ path, isGone: !existsSync(path) }))
  return selectTests(all, changes, graph, noQuarter)
}

describe('a change runs what it concerns of', () => {
  it.each([
    ['an import', 'src/server/pdf/drawSheet.ts', 'tests/api/warrantyCertificate.test.ts'],
    ['a part of the interface', 'src/app/kit/table/DataTable.tsx', 'src/app/kit/table/everyList.spec.tsx'],
    ['styles, which the setup of components imports', 'src/app/app.css', 'src/app/kit/table/everyList.spec.tsx'],
    ['texts', 'locales/fr.po', 'src/app/kit/table/everyList.spec.tsx'],
    ['texts that journeys read', 'locales/fr.po', journeyPath('accountsTime')],
    ['SQL', 'src/server/db/migrations/meta/_journal.json', 'tests/api/fullDisk.test.ts'],
    ['a process that tests start', 'src/server/commands/rotateKeys.ts', 'tests/api/rotateKeys.test.ts'],
    ['a process', 'src/server/sandbox/sandboxThread.ts', 'tests/api/rallyZone.test.ts'],
    ['a file that tests name', 'tests/kml/qgis.kml', 'tests/api/kmlCorpus.test.ts'],
    ['the page before the app', 'public/beforePaint.js', journeyPath('parts')],
    ['the built app, by its area', 'src/app/screens/rallyZone/RallyZoneForm.tsx', journeyPath('rallyZones')],
    ['the built app, without an area', 'src/app/kit/form/useContractForm.ts', journeyPath('twoTabs')],
    ['the service worker', 'workers/serviceWorker.ts', journeyPath('installed')],
    ['the protocol', 'src/device/update/program.ts', 'src/device/update/faultCampaign.test.ts'],
    ['files in a bucket', 'src/server/files/bucketStorage.ts', 'tests/bucket/moveFiles.test.ts'],
    ['a step of journeys', 'tests/e2e/portal.ts', journeyPath('twoTabs')],
    ['a test', 'tests/api/rotateKeys.test.ts', 'tests/api/rotateKeys.test.ts'],
  ])('%s', (_, path, test) => {
    expect(existsSync(path)).toBe(true)
    expect(all).toContain(test)
    const { whole, tests } = select(path)
    expect(whole).toBeNull()
    expect([...tests]).toContain(test)
  })

  it('a screen leaves the journeys of other areas', () => {
    expect([...select('src/app/screens/rallyZone/RallyZoneForm.tsx').tests]).not.toContain(journeyPath('twoTabs'))
  })

  it('documents leave the rest', () => {
    expect(select('docs/capacity.md', 'README.md', 'compose.yaml')).toEqual({ whole: null, tests: new Set() })
  })

  it('what is gone takes nothing with it that was not changed too', () => {
    expect(select('src/app/kit/table/gone.ts', 'docs/none.txt').whole).toBeNull()
  })
})

describe('a change runs everything', () => {
  it.each(['package-lock.json', 'vite.config.ts', 'src/contract/product.ts', 'src/errors.ts', 'tests/support/databases.ts', '.ci/run'])(
    'of %s',
    (path) => {
      const { whole, tests } = select(path)
      expect(whole).toContain(path)
      expect(tests.size).toBe(all.length)
    },
  )

  it.each(['src/server/templates/sheet.hbs', 'assets/new.txt', 'Makefile'])('of %s, which nothing knows', (path) => {
    const { whole, tests } = selectTests(all, [{ path, isGone: false }], graph, noQuarter)
    expect(whole).toContain(path)
    expect(tests.size).toBe(all.length)
  })

  it('of a source that no test imports', () => {
    const changes = [{ path: 'src/app/screens/firmware/Unused.tsx', isGone: false }]
    const { whole } = selectTests(all, changes, new Map([['src/app/screens/firmware/Unused.tsx', []]]), noQuarter)
    expect(whole).toBeNull()
    expect(selectTests(all, [{ path: 'src/app/kit/Unused.tsx', isGone: false }], new Map(), noQuarter).whole).toContain('Unused')
  })
})

describe('each row of the table', () => {
  it('names paths that are there', () => {
    const rows = readBesides.flatMap(({ reader, reads }) => [reader].concat(reads))
    const areas = Object.values(journeyAreas).flatMap(({ paths, journeys }) => paths.concat(journeys.map(journeyPath)))
    const places = [...rows, ...areas, ...Object.values(everyTest).flat(), ...Object.values(setUps).flat(), ...noMoreTests]
    expect(places.length).toBeGreaterThan(100)
    expect(places.filter((place) => !existsSync(place))).toEqual([])
  })

  it('leaves no journey without an area, but those of a whole server', () => {
    const inAreas = new Set(Object.values(journeyAreas).flatMap(({ journeys }) => journeys.map(journeyPath)))
    expect(files.journeys.filter((path) => !inAreas.has(path))).toEqual([])
  })
})

it('a quarter has about a fourth of the files, and each file is in one', () => {
  const quarters = [0, 1, 2, 3].map((quarter) => all.filter((path) => quarterOf(path) === quarter))
  expect(quarters.flat().toSorted()).toEqual(all.toSorted())
  for (const quarter of quarters) expect(quarter.length).toBeGreaterThan(all.length / 6)
  const [first = []] = quarters
  expect([...selectTests(all, [], graph, 0).tests].toSorted()).toEqual(first.toSorted())
})

describe('the tested commit', () => {
  let folder: string

  const git = (at: string, ...args: readonly string[]) => {
    const dates = { GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at }
    const config = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', '-c', 'commit.gpgsign=false']
    return execFileSync('git', [...config, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, ...dates },
    }).trim()
  }
  const commit = (at: string, ...names: readonly string[]): string => {
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), at)
    }
    git(at, 'add', '.')
    git(at, 'commit', '--quiet', '--message', at)
    return git(at, 'rev-parse', 'HEAD')
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tested-commit-'))
    git('2026-11-01T12:00:00Z', 'init', '--quiet')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('is compared with the newest one that is a day older', () => {
    commit('2026-11-01T12:00:00Z', 'old.ts')
    const base = commit('2026-11-02T12:00:00Z', 'base.ts', 'gone.ts')
    commit('2026-11-02T12:00:01Z', 'a.ts')
    rmSync(join(folder, 'gone.ts'))
    const tested = commit('2026-11-03T12:00:00Z', 'src/b.ts')
    writeFileSync(join(folder, 'not yet.ts'), '')
    const changes = [
      { path: 'a.ts', isGone: false },
      { path: 'gone.ts', isGone: true },
      { path: 'src/b.ts', isGone: false },
      { path: 'not yet.ts', isGone: false },
    ]
    expect(readTestedCommit(folder)).toEqual({ base, quarter: Number.parseInt(tested.slice(-1), 16) % 4, changes })
  })

  it('has no base in a young, a shallow or no history', () => {
    expect(readTestedCommit(folder)).toEqual({ base: null, why: 'there is no history' })
    commit('2026-11-01T12:00:00Z', 'a.ts')
    commit('2026-11-01T13:00:00Z', 'b.ts')
    expect(readTestedCommit(folder)).toEqual({ base: null, why: 'no commit is a day older' })
    commit('2026-11-05T12:00:00Z', 'c.ts')
    git('2026-11-05T12:00:00Z', 'clone', '--quiet', '--depth', '1', `file://${folder}`, join(folder, 'shallow'))
    expect(readTestedCommit(join(folder, 'shallow'))).toEqual({ base: null, why: 'this clone is shallow' })
  })
})
