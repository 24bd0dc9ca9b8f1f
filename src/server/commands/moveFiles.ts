/**
 * `npm run move-files`: copies the files in DATA_DIR to the bucket that the environment names. Can be stopped and run again, and copies
 * while a server runs. With `-- --remove` it removes each file from the folder after it was read back from the bucket. Needs no database.
 */
import { join } from 'node:path'
import { readConfig } from '../config/readConfig.ts'
import { messageOf } from '../config/messageOf.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { copyFiles, type CopyProgress } from '../files/copyFiles.ts'
import { openStorage } from '../files/openStorage.ts'
import { openFolderStorage } from '../files/storage.ts'

const usage = 'Usage: npm run move-files [-- --remove]'
const printEveryMs = 1_000
const mebibyte = 1024 * 1024

async function main(): Promise<void> {
  const { remove: isRemoving } = readArguments(usage, { remove: { type: 'boolean', default: false } }).values
  const config = readConfig(process.env)
  if (config.bucket === undefined) throw new Error('Nothing was copied: S3_BUCKET must name the bucket.')
  const folder = join(config.dataDir, 'files')
  const bucket = await openStorage(config)
  const done = await copyFiles(openFolderStorage(folder), bucket, { isRemoving, onProgress: progressPrinter() }).catch((cause: unknown) => {
    throw new Error(`${messageOf(cause)}\nRun it again: it continues where it stopped.`, { cause })
  })

  print(
    `${done.sentFiles} files (${inMebibytes(done.sentBytes)}) were sent; ${done.files - done.sentFiles - done.damaged.length} were there.`,
  )
  if (done.damaged.length > 0) {
    const names = done.damaged.map((name) => `  ${join(folder, name.slice(0, 2), name)}`)
    throw new Error(`Not copied, because their content is damaged (restore them from a backup):\n${names.join('\n')}`)
  }
  print(`Everything in ${folder} is in the bucket ${config.bucket.name}${isRemoving ? ', and was removed from the folder' : ''}.`)
}

/** Prints at most one line a second, and the last one. */
function progressPrinter(): (progress: Readonly<CopyProgress>) => void {
  let printedAt = -Infinity
  return ({ files, bytes, doneFiles, doneBytes }) => {
    const now = performance.now()
    if (now - printedAt < printEveryMs && doneFiles < files) return
    printedAt = now
    print(`${doneFiles} of ${files} files, ${inMebibytes(doneBytes)} of ${inMebibytes(bytes)}`)
  }
}

function inMebibytes(bytes: number): string {
  return `${(bytes / mebibyte).toFixed(1)} MiB`
}

await runCommand(main)
