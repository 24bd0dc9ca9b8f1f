/**
 * What a backup holds (docs/operating.md, Backup): rows as text, so that one of the embedded database can be restored into PostgreSQL and
 * the reverse. The entries of its tar, in this order:
 *
 * - `database.json`: when it was made, the schema's version, tables and their columns, sequences;
 * - `tables/NAME/000001.jsonl.gz` …: rows as lines, each a JSON list of its values as PostgreSQL writes them, or null;
 * - `files/SHA256`: the bytes of stored files;
 * - `contents.json`: how many rows of each table and which files, and which of them were missing; what the database itself says of the
 *   rows of each table (rehearsal/sumTables.ts).
 */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as v from 'valibot'
import { readTarFile, type TarEntry } from './tarFile.ts'

export const databaseEntry = 'database.json'
export const contentsEntry = 'contents.json'
const format = 1
/** Of the nine levels; docs/decisions.md has the figures. */
const gzipLevel = 4
const [compress, decompress] = [promisify(gzip), promisify(gunzip)]

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
  /** Missing in those of 0.1. */
  sums: v.optional(v.record(v.string(), v.object({ rows: v.number(), sum: v.string() }))),
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
    const described = v.parse(databaseSchema, JSON.parse(String(await read())))
    if (described.format !== format) throw new Error(`${path} was made by a newer Fieldport. Restore it with that one.`)
    return described
  }
  throw new Error(`${path} is no backup of Fieldport.`)
}

export function readContents(bytes: Buffer): Contents {
  return v.parse(contentsSchema, JSON.parse(String(bytes)))
}

export const rowsEntry = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.jsonl.gz`
export const fileEntry = (sha256: string) => `files/${sha256}`

/** What an entry is, by its name. */
export function kindOf({ name }: TarEntry): { kind: 'rows'; table: string } | { kind: 'file'; sha256: string } | { kind: 'other' } {
  const [folder, part = '', last] = name.split('/')
  if (folder === 'tables' && last !== undefined) return { kind: 'rows', table: part }
  return folder === 'files' ? { kind: 'file', sha256: part } : { kind: 'other' }
}

export function packLines(lines: readonly string[]): Promise<Buffer> {
  return compress(`${lines.join('\n')}\n`, { level: gzipLevel })
}

export async function unpackLines(bytes: Buffer): Promise<string[]> {
  return String(await decompress(bytes))
    .split('\n')
    .slice(0, -1)
}
