/**
 * `npm run import -- FOLDER|FILES`: says what an import of the maker's records would do; with `--yes` does it (docs/import.md). On PostgreSQL
 * the servers may keep running; the embedded database allows one process at a time.
 */
import { mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readClock } from '../clock/openClock.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase } from '../db/connect.ts'
import { assertNoDemoRows } from '../demo/demoRows.ts'
import { openStorage } from '../files/openStorage.ts'
import { errorPathOf, openErrorFile } from '../import/errorFile.ts'
import { findSources } from '../import/findSources.ts'
import { importFiles, tryFiles } from '../import/importFiles.ts'
import { createReport } from '../import/report.ts'

const usage = 'Usage: npm run import -- FOLDER|FILES [--yes] [--errors FILE|FOLDER] [--invite-per-hour N | --no-invite]'
const invitesPerHourMax = 1_000_000

async function main(): Promise<void> {
  const { paths, isMeant, errors, invitesPerHour } = readImport()
  const config = readConfig(process.env)
  const found = await findSources(paths)
  const errorPath = await errorPaths(errors, found.length)
  const sources = found.map(({ kind, csv }) => ({ kind, csv, errors: isMeant ? openErrorFile(csv, errorPath(csv.path)) : undefined }))
  const { db, kind, close } = await connectDatabase(config)
  try {
    await assertNoDemoRows(db, config)
    const report = createReport(print, { isDryRun: !isMeant })
    const context = { db, storage: await openStorage(config), clock: await readClock({ db, kind }), invitesPerHour }
    await (isMeant ? importFiles : tryFiles)(context, sources, report)
    report.printSummary()
    if (!isMeant) print('Nothing was written yet. To import what is right: the same command with --yes')
    if (report.count('wrong') > 0) process.exitCode = 1
  } finally {
    await close()
  }
}

/** `--errors` names the file for the lines of a single file, or a folder. */
async function errorPaths(given: string | undefined, files: number): Promise<(source: string) => string> {
  if (given === undefined) return errorPathOf
  const isFolder = files > 1 || (await stat(given).catch(() => undefined))?.isDirectory() === true
  if (!isFolder) return () => given
  await mkdir(given, { recursive: true })
  return (source) => join(given, basename(errorPathOf(source)))
}

const options = {
  yes: { type: 'boolean', default: false },
  errors: { type: 'string' },
  'invite-per-hour': { type: 'string', default: '1000' },
  'no-invite': { type: 'boolean', default: false },
} as const

function readImport() {
  const { values, positionals } = readArguments(usage, options, { least: 1, most: Infinity })
  const invites = Number(values['invite-per-hour'])
  const isRate = Number.isInteger(invites) && invites >= 1 && invites <= invitesPerHourMax
  if (!isRate) throw new Error(usage)
  return { paths: positionals, isMeant: values.yes, errors: values.errors, invitesPerHour: values['no-invite'] ? null : invites }
}

await runCommand(main)
