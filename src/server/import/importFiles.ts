/** Imports files line by line, or says what it would do. May be killed and run again: what is there already is left alone. */
import { basename, dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import type { Storage } from '../files/storage.ts'
import { type CsvFile, type CsvLine, errorColumn } from './csvFile.ts'
import type { ErrorFile } from './errorFile.ts'
import { type Cells, type ImportKind, type Outcome, wrong } from './importKind.ts'
import { nothingPlanned, type PlannedRecords, planRecords } from './plannedRecords.ts'
import { describeProblems, problem } from './problems.ts'

/** An arbitrary constant. */
const importLock = 5_206_133

export type Source = {
  readonly kind: ImportKind
  readonly csv: CsvFile
  /** undefined in a dry run. */
  readonly errors: ErrorFile | undefined
}

type Context = {
  readonly db: Database
  readonly storage: Storage
  readonly clock: () => Date
  readonly invitesPerHour: number | null
}

/** What an import reports. */
export type Listener = {
  readonly onLine: (source: Source, line: number, outcome: Outcome) => void
  /** After each batch, with the lines of this file so far. */
  readonly onProgress: (source: Source, lines: number) => void
}

export async function importFiles(context: Context, sources: readonly Source[], listener: Listener): Promise<void> {
  const saveInTransaction: SaveBatch = (work) =>
    context.db.transaction(async (db) => {
      // One batch at a time, also of another process, so that invitations follow each other.
      await db.execute(sql`select pg_advisory_xact_lock(${importLock})`)
      return work(db, nothingPlanned)
    })
  for (const source of sources) await importFile(context, source, saveInTransaction, { ...listener, isDryRun: false })
}

export async function tryFiles(context: Context, sources: readonly Source[], listener: Listener): Promise<void> {
  await context.db.transaction(async (db) => {
    const planned = await planRecords(db)
    for (const source of sources) await importFile(context, source, (work) => work(db, planned), { ...listener, isDryRun: true })
  })
}

type SaveBatch = <T>(work: (db: Database, planned: PlannedRecords) => Promise<T>) => Promise<T>

async function importFile(
  { storage, clock, invitesPerHour }: Context,
  source: Source,
  save: SaveBatch,
  { onLine, onProgress, isDryRun }: Listener & { isDryRun: boolean },
): Promise<void> {
  const { kind, csv, errors } = source
  let done = 0

  async function process(lines: readonly CsvLine[]): Promise<void> {
    const cells = lines.map((line) => cellsOf(source, line))
    const sound = cells.filter((one) => one !== undefined)
    const about = { isDryRun, storage, invitesPerHour, folder: dirname(csv.path), now: clock() }
    const outcomes = await save((db, planned) => kind.process({ ...about, db, planned }, sound))
    let at = 0
    for (const [index, line] of lines.entries()) {
      const outcome = cells[index] === undefined ? wrongLength(source, line) : outcomes[at++]
      if (outcome === undefined) throw new Error(`line ${line.number} of ${basename(csv.path)} has no outcome`)
      onLine(source, line.number, outcome)
      if (outcome.state === 'wrong') await errors?.add(line.values, describeProblems(outcome.problems))
    }
    done += lines.length
    onProgress(source, done)
  }

  let waiting: CsvLine[] = []
  for await (const line of csv.lines()) {
    waiting.push(line)
    if (waiting.length < kind.batchLines) continue
    await process(waiting)
    waiting = []
  }
  if (waiting.length > 0) await process(waiting)
  await errors?.finish()
}

/** undefined if the line has not as many values as the header. */
function cellsOf({ kind, csv: { header } }: Source, { values }: CsvLine): Cells | undefined {
  if (values.length !== header.length) return undefined
  const { required } = kind.columns
  return Object.fromEntries(
    header.flatMap((column, index) => {
      const value = values[index] ?? ''
      if (column === errorColumn || (value.trim() === '' && !required.includes(column))) return []
      return [[column, value]]
    }),
  )
}

function wrongLength({ csv: { header } }: Source, { values }: CsvLine): Outcome {
  return wrong(problem(undefined, `the line has ${values.length} values, and the first line names ${header.length} columns`))
}
