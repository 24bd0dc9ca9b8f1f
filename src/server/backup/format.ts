/**
 * What a backup holds (docs/operating.md, Backup): rows as text, so that one of the embedded database can be restored into PostgreSQL and
 * the reverse. The entries of its tar, in this order:
 *
 * - `database.json`: when it was made, the schema's version, tables and their columns, sequences;
 * - `tables/NAME/000001.jsonl.gz` …: rows as lines, each a JSON list of its values as PostgreSQL writes them, or null; none of what lets
 *   somebody in (keptRows.ts);
 * - `files/SHA256`: the bytes of stored files;
 * - `contents.json`: how many rows of each table and which files, and which of them were missing; what the database itself says of the
 *   rows of each table (rehearsal/sumTables.ts).
 */
import * as v from 'valibot'
import { bounds } from './bounds.ts'
import { readTarFile, type TarEntry } from './tarFile.ts'

export const databaseEntry = 'database.json'
export const contentsEntry = 'contents.json'
const format = 1

const databaseSchema = v.object({
  format: v.number(),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** `when` of the last migration in migrations/meta/_journal.json. */
  version: v.number(),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  sequences: v.array(v.object({ name: v.string(), lastValue: v.string(), isCalled: v.boolean() })),
})
export type DatabaseDescription = v.InferOutput<typeof databaseSchema>

const contentsSchema = v.object({
  rows: v.record(v.string(), v.number()),
  /** SHA-256 of each. */
  files: v.array(v.string()),
  missingFiles: v.array(v.string()),
  sums: v.record(v.string(), v.object({ rows: v.number(), sum: v.string() })),
})
export type Contents = v.InferOutput<typeof contentsSchema>

/** With the number of this format. */
export function describeDatabase(description: Omit<DatabaseDescription, 'format'>): Buffer {
  return toJson({ format, ...description })
}

export function describeContents(contents: Contents): Buffer {
  return toJson(contents)
}

function toJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)
}

export async function readDescription(path: string, identities: readonly string[] = []): Promise<DatabaseDescription> {
  for await (const { name, read } of readTarFile(path, identities)) {
    if (name !== databaseEntry) break
    const described = parseEntry(databaseEntry, databaseSchema, await read(bounds.databaseBytes))
    if (described.format !== format) throw new Error(`${path} was made by a newer Fieldport. Restore it with that one.`)
    return described
  }
  throw new Error(`${path} is no backup of Fieldport.`)
}

export async function readContents({ read }: TarEntry): Promise<Contents> {
  return parseEntry(contentsEntry, contentsSchema, await read(bounds.contentsBytes))
}

/** Lists within lists take far more memory than their text. Ours are few, and no name or hash has such a character. */
const bracketsMax = 10_000

function parseEntry<const S extends v.GenericSchema>(name: string, schema: S, bytes: Buffer): v.InferOutput<S> {
  try {
    let brackets = 0
    for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) brackets += 1
    if (brackets > bracketsMax) throw new Error('too many lists')
    return v.parse(schema, JSON.parse(String(bytes)))
  } catch (cause) {
    throw new Error(`The backup is damaged: its ${name} cannot be read.`, { cause })
  }
}

export const rowsEntry = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`
export const fileEntry = (sha256: string) => `files/${sha256}`

/** What an entry is, by its name. */
export function kindOf({ name }: TarEntry): { kind: 'rows'; table: string } | { kind: 'file'; sha256: string } | { kind: 'other' } {
  const [folder, part = '', last] = name.split('/')
  if (folder === 'tables' && last !== undefined) return { kind: 'rows', table: part }
  return folder === 'files' ? { kind: 'file', sha256: part } : { kind: 'other' }
}

/** In sentences: the rows of one table. */
export const rowsOfTable = (table: string) => `the rows of the table ${table}`
