/** Takes the scheduled steps of releases that are due, as the server does, in a process that a test can kill. */
import { setTimeout } from 'node:timers/promises'
import { releaseSchedules } from '../../src/server/db/tables.ts'
import { workKinds } from '../../src/server/jobs/workKinds.ts'
import { openContext } from '../../src/server/openContext.ts'
import { startWork } from '../../src/server/work/startWork.ts'

const { context, time } = await openContext(process.env)
const { releaseStep } = workKinds
const runBackup = () => Promise.reject(new Error('no backup is due here'))
startWork({ ...context, time, runBackup }, { releaseStep }, { leaseMs: 1_000, lookEveryMs: 20 })

// Without a line for each step: one may be taken and its server killed before it says so.
while ((await context.db.$count(releaseSchedules)) > 0) await setTimeout(50)
process.stdout.write('nothing left\n')
