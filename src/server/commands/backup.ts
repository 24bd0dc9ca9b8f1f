/**
 * `npm run backup -- FILE`: writes everything that the installation holds, rows and stored files, into one file, while servers run or not.
 * `--encrypt-to RECIPIENT` encrypts it. `--check FILE` reads a backup and says whether it is whole. `--scheduled` makes the one of each
 * night now; servers run it so. docs/operating.md, Backup.
 */
import { constants, setPriority } from 'node:os'
import { readIdentities } from '../backup/age/readIdentities.ts'
import { checkBackup } from '../backup/checkBackup.ts'
import { countRows, describeSize } from '../backup/describeBackup.ts'
import { makeBackup } from '../backup/makeBackup.ts'
import { makeScheduledBackup } from '../backup/scheduled/makeScheduledBackup.ts'
import { isRecipient, recipientMeaning } from '../config/ageRecipients.ts'
import { messageOf } from '../config/messageOf.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'

const usage = `Usage: npm run backup -- FILE [--force] [--encrypt-to RECIPIENT]...
       npm run backup -- --check FILE [--identity FILE]
       npm run backup -- --scheduled`
const options = {
  force: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  scheduled: { type: 'boolean', default: false },
  'encrypt-to': { type: 'string', multiple: true },
  identity: { type: 'string' },
} as const

async function main(): Promise<void> {
  const { values, positionals } = readArguments(usage, options, { most: 1 })
  const [path] = positionals
  if (values.scheduled !== (path === undefined)) throw new Error(usage)
  if (path === undefined) return makeScheduled()
  return values.check ? check(path, values.identity) : make(path, values.force, values['encrypt-to'] ?? [])
}

async function check(path: string, identityPath: string | undefined): Promise<void> {
  const { backup, contents } = await checkBackup(path, identityPath === undefined ? [] : await readIdentities(identityPath))
  print(`${path} is whole: the backup of ${backup.madeAt}, ${countRows(contents)} rows, ${contents.files.length} files.`)
  reportMissing(contents.missingFiles)
}

async function make(path: string, mayReplace: boolean, recipients: readonly string[]): Promise<void> {
  const wrong = recipients.find((recipient) => !isRecipient(recipient))
  if (wrong !== undefined) throw new Error(`--encrypt-to takes ${recipientMeaning}, and not "${wrong}". Nothing was written.`)
  const startedAt = performance.now()
  const backup = await makeBackup(readConfig(process.env), { path, mayReplace, recipients })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const holds = `${countRows(backup)} rows, ${backup.files.length} files, ${describeSize(backup.sizeBytes)}`
  const secrecy = recipients.length > 0 ? ' and encrypted' : ''
  print(`${path} is complete${secrecy}: the state of ${backup.madeAt.toISOString()}, ${holds}, ${seconds} s.`)
  reportMissing(backup.missingFiles)
}

async function makeScheduled(): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  // The server has gone that started it.
  process.on('disconnect', () => stopping.abort())
  try {
    if (process.send !== undefined) setPriority(constants.priority.PRIORITY_LOW)
    const made = await makeScheduledBackup(readConfig(process.env), stopping.signal)
    print(`${made.name} is in ${made.place}, and was rehearsed: ${made.rows} rows, ${made.files} files.`)
    reportMissing(made.missingFiles)
    answer({ made: { ...made, madeAt: made.madeAt.toISOString() } })
  } catch (error) {
    answer({ failure: messageOf(error) })
    throw error
  }
}

/** To the server that started this process, if one did. */
function answer(message: object): void {
  if (process.connected) process.send?.(message, () => process.disconnect())
}

function reportMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  process.stderr.write(
    `${missing.length} stored files are missing or damaged, and not in the backup:\n${missing.map((sha256) => `  ${sha256}\n`).join('')}`,
  )
  process.exitCode = 1
}

await runCommand(main)
