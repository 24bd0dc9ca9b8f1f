/**
 * `npm run backup -- FILE`: writes everything that the installation holds, rows and stored files, into one file, while servers run or not.
 * `--check FILE` reads a backup and says whether it is whole. docs/operating.md, Backup.
 */
import { parseArgs } from 'node:util'
import { checkBackup } from '../backup/checkBackup.ts'
import { countRows, describeSize } from '../backup/describeBackup.ts'
import { makeBackup } from '../backup/makeBackup.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, runCommand } from '../config/shell.ts'

const usage = 'Usage: npm run backup -- FILE [--force], or npm run backup -- --check FILE'

async function main(): Promise<void> {
  const { path, isCheck, mayReplace } = readArguments()
  if (isCheck) {
    const { backup, contents } = await checkBackup(path)
    print(`${path} is whole: the backup of ${backup.madeAt}, ${countRows(contents)} rows, ${contents.files.length} files.`)
    reportMissing(contents.missingFiles)
    return
  }
  const startedAt = performance.now()
  const backup = await makeBackup(readConfig(process.env), { path, mayReplace })
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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { force: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    })
    const [path, ...rest] = positionals
    if (path === undefined || rest.length > 0) throw new Error(usage)
    return { path, isCheck: values.check, mayReplace: values.force }
  } catch (cause) {
    throw new Error(usage, { cause })
  }
}

await runCommand(main)
