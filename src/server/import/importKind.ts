/** What one kind of record needs to be imported: its columns, and how a batch of lines is compared with the database and saved. */
import * as v from 'valibot'
import type { Database } from '../db/connect.ts'
import type { Storage } from '../files/storage.ts'
import type { CsvColumns } from './csvFile.ts'
import type { Facts, PlannedRecords } from './plannedRecords.ts'
import { type Problem, problem } from './problems.ts'

export type Outcome =
  /** `completed`: the record was there and lacked what the line says. */
  | { readonly state: 'added' | 'completed' | 'present' }
  /** The database keeps what it has: its owner may have changed it since. */
  | { readonly state: 'differs'; readonly columns: readonly string[] }
  | { readonly state: 'wrong'; readonly problems: readonly Problem[] }

export type Batch = {
  /** The batch's transaction; of a dry run, one that only reads. */
  readonly db: Database
  readonly isDryRun: boolean
  readonly planned: PlannedRecords
  readonly storage: Storage
  readonly now: Date
  /** Of the CSV file, to find others. */
  readonly folder: string
  /** null invites nobody. */
  readonly invitesPerHour: number | null
}

/** A line's values by column; an empty one is undefined where it may be left out. */
export type Cells = Readonly<Record<string, string | undefined>>

export type ImportKind = {
  /** Its files have names that begin with this. */
  readonly name: string
  readonly columns: CsvColumns
  /** How many lines are saved in one transaction. */
  readonly batchLines: number
  /** One outcome for each line, in their order. */
  readonly process: (batch: Batch, lines: readonly Cells[]) => Promise<Outcome[]>
}

type Definition<E extends v.ObjectEntries> = {
  readonly name: string
  readonly batchLines: number
  /** An optional one makes an optional column. */
  readonly entries: E
  readonly save: (batch: Batch, rows: readonly v.InferOutput<v.StrictObjectSchema<E, undefined>>[]) => Promise<Outcome[]>
}

export function importKind<const E extends v.ObjectEntries>({ name, batchLines, entries, save }: Definition<E>): ImportKind {
  const schema = v.strictObject(entries)
  const isOptional = (column: string) => entries[column]?.type === 'optional'
  const columns = Object.keys(entries)
  return {
    name,
    batchLines,
    columns: { required: columns.filter((column) => !isOptional(column)), optional: columns.filter(isOptional) },
    async process(batch, lines) {
      const outcomes: Outcome[] = []
      const sound: { index: number; row: v.InferOutput<typeof schema> }[] = []
      for (const [index, cells] of lines.entries()) {
        const result = v.safeParse(schema, cells)
        if (result.success) sound.push({ index, row: result.output })
        else outcomes[index] = wrong(...result.issues.map((issue) => problem(v.getDotPath(issue) ?? undefined, issue.message)))
      }
      const rows = sound.map(({ row }) => row)
      const saved = rows.length === 0 ? [] : await save(batch, rows)
      for (const [position, { index }] of sound.entries()) {
        const outcome = saved[position]
        if (outcome !== undefined) outcomes[index] = outcome
      }
      return outcomes
    },
  }
}

export const added: Outcome = { state: 'added' }
export const completed: Outcome = { state: 'completed' }
export const present: Outcome = { state: 'present' }

export function wrong(...problems: readonly Problem[]): Outcome {
  return { state: 'wrong', problems }
}

/** What the line leaves open is not compared. */
export function compare(given: Facts, stored: Facts): Outcome {
  const columns = Object.keys(given).filter((column) => given[column] !== null && given[column] !== stored[column])
  return columns.length === 0 ? present : { state: 'differs', columns }
}
