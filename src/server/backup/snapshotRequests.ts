/**
 * How the command `backup` gets a copy of an embedded database that a server has open. Both see the data folder, and nothing else is sure to
 * be the same for both: so the command asks by files in `DATA_DIR/snapshots/ID`, where it holds a lock as long as it lives.
 *
 * 1. The command writes `request`; the server renames it to `accepted`, copies the database beside it, and writes `answer`.
 * 2. The command makes the backup of the copy, then writes `complete` with the time of the copy; the server notes it and removes that file.
 * 3. The command removes the folder. The server removes those whose lock is free, because their command was killed.
 */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { lockFolder } from '../db/lockFolder.ts'

const snapshotsFolder = (dataDir: string) => join(dataDir, 'snapshots')

/** Whether a backup of a copy is being made: then no stored file may be removed. */
export async function isSnapshotInUse(dataDir: string): Promise<boolean> {
  for (const id of await snapshotIds(dataDir)) if (!(await isAbandoned(snapshotPaths(dataDir, id).folder))) return true
  return false
}

/** A command creates its folder just before it locks it. */
const lockedWithinMs = 10_000

/** Whether the command was killed: it holds the lock as long as it lives. */
export async function isAbandoned(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined)
  if (made === undefined || Date.now() - made.birthtimeMs < lockedWithinMs) return false
  const unlock = await lockFolder(folder).catch(() => undefined)
  await unlock?.()
  return unlock !== undefined
}

export async function snapshotIds(dataDir: string): Promise<string[]> {
  return readdir(snapshotsFolder(dataDir)).catch(() => [])
}

export function snapshotPaths(dataDir: string, id: string) {
  const folder = join(snapshotsFolder(dataDir), id)
  const at = (name: string) => join(folder, name)
  return {
    folder,
    request: at('request'),
    accepted: at('accepted'),
    database: at('database'),
    answer: at('answer'),
    complete: at('complete'),
  }
}

const answerSchema = v.union([v.object({ madeAt: v.string() }), v.object({ failure: v.string() })])
export type Answer = v.InferOutput<typeof answerSchema>

export async function readAnswer(path: string): Promise<Answer> {
  return v.parse(answerSchema, JSON.parse(await readFile(path, 'utf8')))
}

/** Visible only when it is whole. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.unfinished`, text)
  await rename(`${path}.unfinished`, path)
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
