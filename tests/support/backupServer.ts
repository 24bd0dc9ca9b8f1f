/** The part of a server that makes scheduled backups, as a process: it opens the environment's database and prints "open". */
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { answerRequests } from '../../src/server/backup/answerRequests.ts'
import { runBackupCommand } from '../../src/server/jobs/runBackupCommand.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { openContext } from '../../src/server/openContext.ts'
import { startWork } from '../../src/server/work/startWork.ts'

const { context, time, copyTo, close } = await openContext(process.env)
const { config } = context
const stopAnswering = copyTo && answerRequests({ ...context, dataDir: config.dataDir, copyTo })
const runBackup = runBackupCommand(join(import.meta.dirname, 'backup.js'), process.env)
const stopBackups = startWork({ ...context, time, runBackup }, { makeBackup: workKinds.makeBackup })
writeSync(1, 'open\n')

process.once('SIGTERM', () => {
  void stopBackups()
    .then(() => stopAnswering?.())
    .then(close)
    .then(() => process.exit(0))
})
