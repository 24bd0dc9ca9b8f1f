/**
 * `npm run backup -- FILE`: writes everything that the installation holds, rows and stored files, into one file, while servers run or not.
 * `--check FILE` reads a backup and says whether it is whole. docs/operating.md, Backup.
 */
import { checkBackup } from '../backup/checkBackup.ts'
import { countRows, describeSize } from '../backup/describeBackup.ts'
import { makeBackup } from '../backup/makeBackup.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'

const usage = 'Usage: npm run backup -- FILE [--force], or npm run backup -- --check FILE'

async function main(): Promise<void> {
  const options = { force: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } } as const
  const { values, positionals } = readArguments(usage, options, { least: 1 })
  const [path = ''] = positionals
  if (values.check) {
    const { backup, contents } = await checkBackup(path)
    print(`${path} is whole: the backup of ${backup.madeAt}, ${countRows(contents)} rows, ${contents.files.length} files.`)
    reportMissing(contents.missingFiles)
    return
  }
  const startedAt = performance.now()
  const backup = await makeBackup(readConfig(process.env), { path, mayReplace: values.force })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const holds = `${countRows(backup)} rows, ${backup.files.length} files, ${describeSize(backup.sizeBytes)}`
  print(`${path} is complete: the state of ${backup.madeAt.toISOString()}, ${holds}, ${seconds} s.`)
  reportMissing(backup.missingFiles)
}

function reportMissing(missing: readonly string[]): void {
  if (missing.length === 0) return
  process.stderr.write(
    `${missing.length} stored files are missing or damaged, and not in the backup:\n${missing.map((sha256) => `  ${sha256}\n`).join('')}`,
  )
  process.exitCode = 1
}

await runCommand(main)
