/**
 * `npm run restore -- FILE`: brings the database and the storage that the environment names to the state of a backup, of either kind of
 * database. An encrypted one is opened by `--identity FILE`. Only into an empty database, or with `--replace`; not while a server runs. docs/operating.md, Restore.
 */
import { readIdentities } from '../backup/age/readIdentities.ts'
import { countRows } from '../backup/describeBackup.ts'
import { openBackup } from '../backup/restoreBackup.ts'
import { restoreInto } from '../backup/restoreInto.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'

const usage = 'Usage: npm run restore -- FILE [--replace] [--identity FILE]'

async function main(): Promise<void> {
  const options = { replace: { type: 'boolean', default: false }, identity: { type: 'string' } } as const
  const { values, positionals } = readArguments(usage, options, { least: 1 })
  const config = readConfig(process.env)
  const identities = values.identity === undefined ? [] : await readIdentities(values.identity)
  const backup = await openBackup(positionals[0] ?? '', identities)
  const startedAt = performance.now()
  const contents = await restoreInto({ config, mayReplace: values.replace }, backup)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`Restored to the state of ${backup.madeAt}: ${countRows(contents)} rows, ${contents.files.length} files, ${seconds} s.`)
  if (contents.missingFiles.length > 0) print(`${contents.missingFiles.length} files were missing when the backup was made.`)
  if (contents.erasedAgain > 0) print(`Accounts that had been deleted since the backup, and were erased again: ${contents.erasedAgain}.`)
  print(
    'Everybody signs in again. No message is sent and no firmware newly offered until you put the portal back into service: npm run resume',
  )
}

await runCommand(main)
