/** Everything that servers do when it is due (work/startWork.ts), and how often. */
import type { PortalClock } from '../clock/portalClock.ts'
import type { Config } from '../config/readConfig.ts'
import { dayMs, hourMs, minuteMs } from '../limits/durations.ts'
import { countSilence } from '../entities/outcome/countSilence.ts'
import { sumAll } from '../entities/outcome/sumOutcomes.ts'
import { publishDue } from '../entities/news/publishDue.ts'
import { announceReleases } from '../entities/release/announce.ts'
import { growReleases } from '../entities/release/plan.ts'
import { mailLateProofs } from '../entities/proofCheck/mailLateProofs.ts'
import { remindExtensions } from '../entities/proofCheck/remindExtensions.ts'
import { remindUnfinished } from '../entities/userProduct/remindUnfinished.ts'
import { signDemo } from '../entities/signature/signDemo.ts'
import { recallOwners } from '../entities/release/recall.ts'
import { takeDueStep } from '../entities/release/scheduleStep.ts'
import { eraseAccount, eraseAgain } from '../leaving/accountDeletion.ts'
import { makeExport } from '../leaving/dataExport.ts'
import { runBatch } from '../entities/userBatch/runBatch.ts'
import type { ServerContext } from '../serverContext.ts'
import type { WorkKind, WorkKindName } from '../work/workKind.ts'
import { cleanUp } from './cleanUp.ts'
import { makeDueBackup, type RunBackup } from './makeDueBackup.ts'
import { nextBackup, retryBackup } from './nextBackup.ts'
import { raiseAlerts } from './raiseAlerts.ts'
import { sealLog } from './sealLog.ts'
import { stripProofs } from './stripProofs.ts'

export type WorkContext = ServerContext & { readonly time: PortalClock; readonly runBackup: RunBackup }

const each = (ms: number) => (now: Date) => new Date(now.getTime() + ms)
const isNoDemo = ({ isDemo }: Config) => !isDemo

export const workKinds: Readonly<Record<WorkKindName, WorkKind<WorkContext>>> = {
  announceReleases: {
    lane: 'announcements',
    // At once after a step of a release; people who join a group or add a detector get it within minutes.
    every: each(10 * minuteMs),
    waitsAfterRestore: true,
    run: (context, { signal }) => announceReleases(context, signal),
  },
  cleanUp: {
    lane: 'tidying',
    every: each(hourMs),
    run: (context) => cleanUp(context, context.time),
  },
  dataExport: {
    lane: 'leaving',
    waitsAfterRestore: true,
    run: (context, { key }) => makeExport(context, Number(key)),
  },
  eraseAccount: {
    lane: 'leaving',
    waitsAfterRestore: true,
    async run(context, { key }) {
      // What is erased too early by a wrong clock cannot be brought back.
      if (!(await context.time.check()).mayDelete) throw new Error('The account is not erased, because the clock is in doubt.')
      await eraseAccount(context, Number(key))
    },
  },
  eraseAgain: {
    lane: 'leaving',
    every: each(dayMs),
    run: (context, { signal }) => eraseAgain(context, signal),
  },
  mailLateProofs: {
    lane: 'proofs',
    every: each(dayMs),
    waitsAfterRestore: true,
    run: (context) => mailLateProofs(context),
  },
  makeBackup: {
    lane: 'backups',
    every: nextBackup,
    retryAt: retryBackup,
    appliesTo: ({ backupTo }) => backupTo !== undefined,
    run: (context, { signal }) => makeDueBackup(context, signal),
  },
  publishNews: {
    lane: 'news',
    waitsAfterRestore: true,
    async run(context, { key }) {
      // What is published too early by a wrong clock cannot be taken back.
      if (!(await context.time.check()).mayDelete) throw new Error('The article waits, because the clock is in doubt.')
      await publishDue(context, Number(key))
    },
  },
  raiseAlerts: {
    lane: 'alerts',
    every: each(minuteMs),
    appliesTo: isNoDemo,
    run: (context) => raiseAlerts(context),
  },
  recallOwners: {
    lane: 'recalls',
    // At once after a withdrawal; owners whose updates are recorded late hear of it within the hour.
    every: each(hourMs),
    waitsAfterRestore: true,
    run: (context) => recallOwners(context),
  },
  releaseStep: {
    lane: 'releases',
    waitsAfterRestore: true,
    async run(context, { key }) {
      // What is offered too early by a wrong clock cannot be taken back.
      if (!(await context.time.check()).mayDelete) throw new Error('The scheduled step waits, because the clock is in doubt.')
      await takeDueStep(context, Number(key))
    },
  },
  remindExtensions: {
    lane: 'proofs',
    every: each(dayMs),
    waitsAfterRestore: true,
    async run(context) {
      // A reminder that a wrong clock sends too early is not sent again in time.
      if (!(await context.time.check()).mayDelete) throw new Error('Nobody is reminded, because the clock is in doubt.')
      await remindExtensions(context)
    },
  },
  remindUnfinished: {
    lane: 'announcements',
    every: each(hourMs),
    waitsAfterRestore: true,
    run: (context, { signal }) => remindUnfinished(context, signal),
  },
  // A demo seals nothing: its rows are removed before production.
  sealLog: {
    lane: 'sealing',
    every: each(minuteMs),
    appliesTo: isNoDemo,
    run: (context, { signal }) => sealLog(context, { isSweep: false, signal }),
  },
  stripProofs: {
    lane: 'pictures',
    every: each(dayMs),
    run: (context, { signal }) => stripProofs(context, signal),
  },
  sweepLog: {
    lane: 'sealing',
    every: each(dayMs),
    appliesTo: isNoDemo,
    run: (context, { signal }) => sealLog(context, { isSweep: true, signal }),
  },
  userBatch: {
    lane: 'batches',
    waitsAfterRestore: true,
    run: (context, { key, signal }) => runBatch(context, Number(key), signal),
  },
  watchReleases: {
    lane: 'releases',
    every: each(minuteMs),
    waitsAfterRestore: true,
    async run(context) {
      await countSilence(context)
      await sumAll(context.db)
      await signDemo(context.db, context.config)
      // What is offered too early by a wrong clock cannot be taken back.
      if ((await context.time.check()).mayDelete) await growReleases(context)
    },
  },
}
