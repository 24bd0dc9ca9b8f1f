/**
 * The second fence (the first is one tsconfig per runtime): who may import whom, and the house rules that a compiler does not see.
 * Reads files as text; knows nothing of what they do.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { drawFolders, drawnFloors, drawRooms } from './support/roomFigure.ts'
import { roomTables } from './support/roomTables.ts'
import { filesWithTimers, serverTimers } from './support/serverTimers.ts'
import { crowdedFolders, filesInCircles, type Import, roomsInCircles, roomsOutOfDate, upwardImports } from './support/rooms.ts'

const sources = ['src', 'workers', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') })),
)
const product = sources.filter(({ path }) => !path.startsWith('tests/') && !/\.(?:test|spec)\.tsx?$/.test(path))

/** For each layer, what it may import of ours besides itself; packages it may use (undefined: any). */
const layers: Readonly<Record<string, { ours: readonly string[]; packages?: readonly string[] }>> = {
  'src/errors.ts': { ours: [], packages: [] },
  'src/contract/': { ours: ['src/errors.ts'], packages: ['valibot', '@noble/hashes', 'jose'] },
  'src/device/': { ours: ['src/errors.ts'], packages: [] },
  // For the page and the service worker alike.
  'src/images/': { ours: ['src/contract/basePath.ts'], packages: [] },
  'src/server/': { ours: ['src/errors.ts', 'src/contract/'] },
  'src/app/': { ours: ['src/errors.ts', 'src/contract/', 'src/device/', 'src/images/'] },
  // The service worker must know which addresses are calls.
  'workers/': { ours: ['src/errors.ts', 'src/device/', 'src/images/', 'src/contract/basePath.ts'] },
}

function layerOf(path: string): string | undefined {
  return Object.keys(layers).find((layer) => path.startsWith(layer))
}

function importsOf({ path, text }: { path: string; text: string }): Import[] {
  const names = [
    // import x from '…', also over several lines; export … from '…'
    ...text.matchAll(/(?:^|\n)(?:import|export)\b[^'"`;=()]*?\bfrom\s*['"]([^'"\n]+)['"]/g),
    // import '…'
    ...text.matchAll(/(?:^|\n)import\s*['"]([^'"\n]+)['"]/g),
    // import('…')
    ...text.matchAll(/\bimport\(\s*['"]([^'"\n]+)['"]/g),
  ].map((match) => match[1] ?? '')
  return names.map((name) => {
    const isOurs = name.startsWith('.')
    return { from: path, to: isOurs ? posix.join(dirname(path), name) : name, isOurs }
  })
}

const imports = product.flatMap(importsOf)

function screen(path: string): string | undefined {
  return /^src\/app\/screens\/([^/]+)/.exec(path)?.[1]
}

describe('who may import whom', () => {
  it('finds the imports that it checks', () => {
    expect(imports.filter(({ isOurs }) => isOurs).length).toBeGreaterThan(50)
    expect(Object.keys(layers).filter((layer) => !product.some(({ path }) => path.startsWith(layer)))).toEqual([])
  })

  it('keeps every layer to the layers below it', () => {
    const trespasses = imports.filter(({ from, to, isOurs }) => {
      const layer = layerOf(from)
      if (!isOurs || layer === undefined) return false
      return ![layer, ...(layers[layer]?.ours ?? [])].some((allowed) => to.startsWith(allowed)) && !to.startsWith('locales/')
    })
    expect(trespasses).toEqual([])
  })

  it('keeps the contract on valibot and a hash, and the device on nothing', () => {
    const trespasses = imports.filter(({ from, to, isOurs }) => {
      const packages = layers[layerOf(from) ?? '']?.packages
      return !isOurs && packages !== undefined && !packages.some((name) => to === name || to.startsWith(`${name}/`))
    })
    expect(trespasses).toEqual([])
  })

  it('never lets one screen import another', () => {
    const trespasses = imports.filter(
      ({ from, to }) => screen(from) !== undefined && screen(to) !== undefined && screen(from) !== screen(to),
    )
    expect(trespasses).toEqual([])
  })

  it('keeps the parts in ui free of everything of ours', () => {
    const trespasses = imports.filter(({ from, to, isOurs }) => from.startsWith('src/app/ui/') && isOurs && !to.startsWith('src/app/ui/'))
    expect(trespasses).toEqual([])
  })

  it('keeps the shells in kit free of any screen', () => {
    const trespasses = imports.filter(({ from, to }) => from.startsWith('src/app/kit/') && to.startsWith('src/app/screens/'))
    expect(trespasses).toEqual([])
  })

  it('reads the files of strangers in the sandbox alone', () => {
    const readers = ['@cantoo/pdf-lib', 'saxes', 'sharp']
    // These draw, or read what is the portal's own.
    const harmless = new Set(
      ['pdf/drawSheet.ts', 'demo/content/landscape.ts', 'demo/content/rallyZones.ts'].map((path) => `src/server/${path}`),
    )
    const loads = product.flatMap(({ path, text }) => importsOf({ path, text: text.replaceAll(/^import type .*$/gm, '') }))
    const loaders = new Set(readers)
    for (let size = 0; size < loaders.size;) {
      size = loaders.size
      for (const { from, to } of loads) if (loaders.has(to) && !harmless.has(from)) loaders.add(from)
    }
    const server = [...loaders].filter((path) => path.startsWith('src/server/'))
    expect(server.toSorted()).toEqual([
      'src/server/files/readImage.ts',
      'src/server/kml/readKml.ts',
      'src/server/kml/readZoneFile.ts',
      'src/server/pdf/countPages.ts',
      'src/server/sandbox/sandboxThread.ts',
    ])
  })

  it('starts workers and threads from three places alone', () => {
    const makers = product.filter(({ text }) => /new (?:Shared)?Worker\(/.test(text)).map(({ path }) => path)
    const places = new Set(['src/app/detector/connection.ts', 'src/app/browser/workerTimers.ts', 'src/server/threads/inThread.ts'])
    expect(makers.filter((path) => !places.has(path))).toEqual([])
  })
})

/** Files of a tree, tests aside. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:test|spec)\.tsx?$/.test(entry.name))
    .map((entry) => posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name))
}

describe.each(roomTables)('the rooms of $root', (table) => {
  it('are all named here, and no others', () => {
    expect(roomsOutOfDate(filesOf(table.root), table)).toEqual([])
  })

  it('are small enough to read', () => {
    expect(crowdedFolders(filesOf(table.root), table)).toEqual([])
  })

  it('import downwards only', () => {
    expect(upwardImports(imports, table)).toEqual([])
  })

  it('import nothing in a circle, types included', () => {
    expect(filesInCircles(imports, table.root)).toEqual([])
  })
})

const foldersOfScreens = readdirSync('src/app/screens', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.parentPath !== 'src/app/screens')
  .map(({ parentPath }) => `${parentPath.replaceAll('\\', '/')}/`)

it.each([...new Set(foldersOfScreens)])('%s has no two rooms that need each other', (folder) => {
  expect(roomsInCircles(imports, folder)).toEqual([])
})

describe('house rules', () => {
  it('has no file over 400 lines', () => {
    const long = sources.map(({ path, text }) => ({ path, lines: text.split('\n').length })).filter(({ lines }) => lines > 400)
    expect(long).toEqual([])
  })

  it('has no folder that says nothing and no file that only hands names on', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|common|types|index)(?:\/|\.tsx?$)|(?:Manager|Service)\.tsx?$/
    expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it('has no skipped, focused or planned test', () => {
    const odd = /\b(?:test|it|describe)\.(?:skip|only|todo|fixme)\b/
    const self = 'tests/architecture.test.ts'
    expect(sources.filter(({ path, text }) => path !== self && odd.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('gives a reason beside every assertion and switched-off rule; lint refuses any and the non-null assertion', () => {
    const bare = product.flatMap(({ path, text }) => {
      const lines = text.split('\n')
      const risky = lines.flatMap((line, index) => (/@ts-(?:ignore|expect-error)|(?:eslint|oxlint)-disable/.test(line) ? [index] : []))
      new Visitor({
        TSAsExpression({ typeAnnotation: { start, end } }) {
          if (text.slice(start, end) !== 'const') risky.push(text.slice(0, start).split('\n').length - 1)
        },
      }).visit(parseSync(path, text).program)
      const isExplained = (index: number) => /--|\/\/ .{10,}/.test(lines[index] ?? '') || /^\s*(?:\/\/|\*)/.test(lines[index - 1] ?? '')
      return risky.filter((index) => !isExplained(index)).map((index) => `${path}:${index + 1}`)
    })
    expect(bare).toEqual([])
  })

  it('reads the clock of the computer in few places: all else goes by `context.clock()`', () => {
    const places: Readonly<Record<string, string>> = {
      'src/server/clock/machineClock.ts': 'where it is read',
      'src/server/backup/snapshotRequests.ts': 'compared with the time of a file of this computer',
      'src/server/backup/scheduled/folderDestination.ts': 'the same',
      'src/server/files/storage.ts': 'the time of a file',
      'src/server/demo/seedDemo.ts': 'servers pass their clock, tests may leave it out',
      'src/server/demo/seedMany.ts': 'the command passes its clock, tests may leave it out',
      'src/server/import/columns.ts': 'the command has compared the clock, and compares days',
    }
    const server = product.filter(({ path }) => path.startsWith('src/server/'))
    const readers = server.filter(({ text }) => /\bnew Date\(\s*\)|\bDate\.now\b|\bnew Date\b(?!\s*\()|(?<!new )\bDate\(\)/.test(text))
    expect(readers.map(({ path }) => path).toSorted()).toEqual(Object.keys(places).toSorted())
  })

  it('lets the table of due work decide what the server does when, and no timer', () => {
    expect(filesWithTimers(product)).toEqual(Object.keys(serverTimers).toSorted())
    const path = 'src/server/entities/release/sweep.ts'
    const invented = [
      'const timer = setInterval(takeSteps, 60_000)',
      'setTimeout(() => void takeSteps(), untilNextStep)',
      "import { setTimeout as pause } from 'node:timers/promises'",
      "import { scheduler } from 'node:timers/promises'",
      'const stop = everyMinute(takeSteps)',
    ]
    for (const text of invented) expect(filesWithTimers([...product, { path, text }])).toContain(path)
  })

  it('lets errors have an HTTP status or none, never anything between', () => {
    const errors = readFileSync('src/errors.ts', 'utf8')
    const statuses = [...errors.matchAll(/status: (\d+)/g)].map((match) => Number(match[1]))
    expect(statuses.length).toBeGreaterThan(10)
    expect(statuses.filter((status) => status !== 0 && (status < 400 || status > 599))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const tables = roomTables.filter(({ root }) => page.includes(`### \`${root}\``))

  /** Each stands below a comment that names its folder. */
  const figures = new Map([
    [
      'runtimes',
      drawFolders(
        [['src/app/', 'workers/', 'src/server/'], ['src/images/'], ['src/contract/', 'src/device/'], ['src/errors.ts']],
        imports,
        [
          { from: 'src/app/', to: 'workers/', words: 'starts, messages' },
          { from: 'src/app/', to: 'src/server/', words: 'calls over HTTP' },
        ],
      ),
    ],
    ...tables.map((table) => [table.root, drawRooms(table, imports)] as const),
  ])

  it('shows the rooms of the app, the server and the device', () => {
    expect(tables.map(({ root }) => root)).toEqual(expect.arrayContaining(['src/app/', 'src/server/', 'src/device/']))
    expect([...page.matchAll(/^<!-- figure: (.+) -->$/gm)].map(([, name = '']) => name).toSorted()).toEqual([...figures.keys()].toSorted())
  })

  it('draws them as they are: `npx vitest run --project unit tests/architecture.test.ts -u` draws them anew', async () => {
    const redrawn = page.replaceAll(/^<!-- figure: (.+) -->\n[^]*?\n```$/gm, (_, name: string) => {
      return `<!-- figure: ${name} -->\n${figures.get(name) ?? ''}`
    })
    await expect(redrawn).toMatchFileSnapshot(resolve('docs/architecture.md'))
  })

  it.each(tables)('says what the rooms of $root hold, a floor in a row', (table) => {
    const [, section = ''] = page.split(`### \`${table.root}\``)
    const rows = (section.split(/^##/m)[0] ?? '').matchAll(/^\| (`.+?) \|/gm)
    const listed = [...rows].map(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, room = '']) => room).toSorted())
    expect(listed).toEqual(drawnFloors(table).map((rooms) => rooms.toSorted()))
  })
})
