// @module-tag rest
/** Files that only look like backups: refused with a sentence, without filling the memory and before anything changes. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsEntry, describeContents } from '../../src/server/backup/format.ts'
import { onPostgres, type Place } from '../support/databases.ts'
import { allRows } from '../support/installations.ts'
import { describedTable, type Entry, writeEntries, writeManyEntries } from '../support/madeBackups.ts'
import { runCommand } from '../support/scripts.ts'

const mebibyte = 1024 ** 2
const table = describedTable('settings', ['key', 'value'])
const block = (bytes: Uint8Array): Entry => ['tables/settings/000001.jsonl.gz', bytes]
/** Packed streams that follow each other unpack like one. */
const repeated = (text: string, count: number) => Buffer.concat(Array.from({ length: count }, () => gzipSync(text)))

const rowOf2Gigabytes = () => block(repeated('x'.repeat(32 * mebibyte), 64))
const rowTooLarge = /One of the rows of the table settings is larger .* 32 MiB at most/
const emptyContents: Entry = [contentsEntry, describeContents({ rows: { settings: 0 }, files: [], missingFiles: [], sums: {} })]

/** Of which Node 24 takes 210 before it reads. */
const peakMebibytesMax = 250
/** What Node 24 needs besides to parse ten million lists, outside the heap: 75 MiB. */
const parsedListsMebibytes = 90

const hostile: readonly (readonly [what: string, entries: () => Entry[], complaint: RegExp])[] = [
  ['a row of 2 GB in a block of 2 MB', () => [table, rowOf2Gigabytes()], rowTooLarge],
  [
    'a block that goes on for ever, row by row',
    () => [table, block(repeated(`${'x'.repeat(mebibyte - 1)}\n`.repeat(32), 17))],
    /A block of the rows of the table settings is larger .* 512 MiB at most/,
  ],
  [
    'a description of 2 MB',
    () => [['database.json', Buffer.alloc(2 * mebibyte, ' ')]],
    /database\.json in the file is larger .* 1 MiB at most/,
  ],
  [
    'a stored file of 65 MiB',
    () => [table, [`files/${'0'.repeat(64)}`, Buffer.alloc(65 * mebibyte)]],
    /files\/0+ in the file is larger .* 64 MiB at most/,
  ],
  [
    'contents of 97 MiB',
    () => [table, ['contents.json', Buffer.alloc(97 * mebibyte, ' ')]],
    /contents\.json in the file is larger .* 96 MiB at most/,
  ],
  ['rows that cannot be unpacked', () => [table, block(Buffer.from('no gzip'))], /the rows of the table settings are damaged/],
  [
    'rows of a table that it does not name',
    () => [table, ['tables/users/000001.jsonl.gz', gzipSync('[]\n')]],
    /rows of a table that it does not name: users/,
  ],
]

/** With a heap of 96 MiB. The peak is of all memory. */
async function run(name: 'backup' | 'restore', args: string[], environment: Place['environment'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-peak-'))
  const [preload, status] = [join(folder, 'preload.mjs'), join(folder, 'status')]
  const write = `writeFileSync('${status}', readFileSync('/proc/self/status'))`
  await writeFile(preload, `import { readFileSync, writeFileSync } from 'node:fs'\nprocess.on('exit', () => ${write})\n`)
  const ended = await runCommand(name, args, { ...environment, NODE_OPTIONS: `--max-old-space-size=96 --import file://${preload}` })
  const [, peak] = /VmHWM:\s*(\d+) kB/.exec(await readFile(status, 'utf8')) ?? []
  await rm(folder, { recursive: true })
  return { ...ended, peakMebibytes: Number(peak) / 1024 }
}

describe('the check of a backup', () => {
  let folder: string
  let file: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fieldport-hostile-'))
    file = join(folder, 'hostile.backup')
  })
  afterAll(() => rm(folder, { recursive: true }))

  it.each(hostile)('refuses %s', async (_, entries, complaint) => {
    await writeEntries(file, entries())
    const checked = await run('backup', ['--check', file])
    expect(checked).toMatchObject({ out: '', complaint: expect.stringMatching(complaint), code: 1 })
    expect(checked.peakMebibytes).toBeLessThan(peakMebibytesMax)
  })

  it('refuses contents that are lists in lists', async () => {
    await writeEntries(file, [table, ['contents.json', Buffer.from(`[${'[],'.repeat(10 * mebibyte)}[]]`)]])
    const checked = await run('backup', ['--check', file])
    expect(checked).toMatchObject({ out: '', complaint: expect.stringMatching(/its contents\.json cannot be read/), code: 1 })
    expect(checked.peakMebibytes).toBeLessThan(peakMebibytesMax + parsedListsMebibytes)
  })

  it('refuses more than a million entries', async () => {
    await writeManyEntries(file, table, 1_000_000)
    const checked = await run('backup', ['--check', file])
    expect(checked).toMatchObject({
      out: '',
      complaint: expect.stringMatching(/The number of entries is larger .* 1000000 at most/),
      code: 1,
    })
    expect(checked.peakMebibytes).toBeLessThan(peakMebibytesMax)
  })
})

onPostgres(({ createPlace }) => {
  it('restores nothing of a file with a row of 2 GB, and needs no more memory for it', async () => {
    const [place, other] = [await createPlace(), await createPlace()]
    const file = join(place.dataDir, 'hostile.backup')
    await writeEntries(file, [table, emptyContents])
    const honest = await run('restore', [file, '--replace'], other.environment)
    expect(honest).toMatchObject({ complaint: '', code: 0 })

    const before = await allRows(place)
    await writeEntries(file, [table, rowOf2Gigabytes()])
    const restored = await run('restore', [file, '--replace'], place.environment)
    expect(restored).toMatchObject({ out: '', complaint: expect.stringMatching(rowTooLarge), code: 1 })
    // A row may have 32 MiB, in pieces and as a whole.
    expect(restored.peakMebibytes).toBeLessThan(honest.peakMebibytes + 128)
    expect(await allRows(place)).toEqual(before)
  })
})
