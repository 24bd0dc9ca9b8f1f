/** The part of a server that makes scheduled backups, as a process: it opens the environment's database and prints "open". */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { answerRequests } from '../../src/server/backup/answerRequests.ts'
import { runBackupCommand } from '../../src/server/jobs/runBackupCommand.ts'
import { startBackups } from '../../src/server/jobs/startBackups.ts'
import { openContext } from '../../src/server/openContext.ts'

const { context, copyTo, close } = await openContext(process.env)
const { config } = context
const stopAnswering = copyTo && answerRequests({ ...context, dataDir: config.dataDir, copyTo })
const stopBackups = startBackups(context, runBackupCommand(join(import.meta.dirname, 'backup.js'), process.env))
writeSync(1, 'open\n')

process.once('SIGTERM', () => {
  void stopBackups()
    .then(() => stopAnswering?.())
    .then(close)
    .then(() => process.exit(0))
})
