/** The server process: reads the environment, opens the database, listens, and stops without interrupting requests. */
import { join } from 'node:path'
import { createCallCounter } from './alerts/callCounter.ts'
import { createApp } from './app.ts'
import { answerRequests } from './backup/answerRequests.ts'
import { demoPassword } from './config/demoPassword.ts'
import { findMisspelt } from './config/findMisspelt.ts'
import { messageOf } from './config/messageOf.ts'
import { readConfig } from './config/readConfig.ts'
import { startDelivery } from './delivery/startDelivery.ts'
import { demoAccounts } from './demo/content/demoAccounts.ts'
import { isDemoSeeded } from './demo/seedDemo.ts'
import { describeClashes, findClashes } from './entities/catalogue.ts'
import { serveBuiltApp } from './http/builtApp/serveBuiltApp.ts'
import { assertPortsFree } from './http/listen/assertPortsFree.ts'
import { findImageOrigin } from './files/imageAddress.ts'
import { fixedHeaders } from './http/listen/clientErrors.ts'
import { listen } from './http/listen/listen.ts'
import type { CallListener } from './http/observe/observeCalls.ts'
import { findRestored } from './installation/restored.ts'
import { startClockWatch } from './jobs/watchClock.ts'
import { runBackupCommand } from './jobs/runBackupCommand.ts'
import { startReports } from './jobs/startReports.ts'
import { workKinds } from './jobs/workKinds.ts'
import { secretFile } from './keys/ringSecret.ts'
import { createMetrics } from './metrics/createMetrics.ts'
import { serveMetrics } from './metrics/serveMetrics.ts'
import { openContext } from './openContext.ts'
import { warmSandbox } from './sandbox/inSandbox.ts'
import { startWork } from './work/startWork.ts'

const secondSignalAfterMs = 1000

async function main(): Promise<void> {
  await assertPortsFree(readConfig(process.env))
  const { context, time, pool, durability, copyTo, close } = await openContext(process.env)
  const { config, log } = context
  const stopping = new AbortController()
  const counter = createCallCounter(context.clock)
  const metrics = config.metrics && createMetrics(context, pool)
  const listeners: CallListener[] = [counter, ...(metrics ? [metrics.listener] : [])]
  const app = createApp(context, stopping.signal, listeners)
  // The app's build, beside dist/server; this file runs in a folder of that.
  serveBuiltApp(app, join(import.meta.dirname, '../../app'))
  warmSandbox()
  const server = await listen(app, config, await fixedHeaders(config, findImageOrigin(context)))
  const metricsServer = config.metrics && metrics && (await serveMetrics(config.metrics, metrics))

  print(`${config.brand.name} is ready: ${config.publicUrl}`)
  print(durability)
  const warnings = findMisspelt(process.env)
  if (config.secretKey === undefined && config.databaseUrl !== undefined && !config.isDemo)
    warnings.push(
      `No SECRET_KEY is set: only servers that have ${secretFile(config.dataDir)} can sign people in. Set SECRET_KEY on all of them.`,
    )
  for (const sentence of warnings) {
    print(sentence)
    // The line at start is easily missed.
    log.warn(sentence)
  }
  if (metricsServer) print(`Figures for Prometheus: ${metricsServer.url}`)
  print(
    config.isDemo
      ? `This is a demo, because ${config.demoReason}.`
      : `This is no demo, because ${config.demoReason}; DEMO=true asks for one.`,
  )
  if (config.isDemo) printDemo(await isDemoSeeded(context.db))
  else if (config.smtpUrl === undefined) print('No SMTP_URL is set: mails wait until there is one.')
  if (config.brand.contactUrl === null)
    print('No BRAND_CONTACT_URL or BRAND_CONTACT_EMAIL is set: the portal offers customers no way to ask for help.')

  for (const line of describeClashes(await findClashes(context.db), config.publicUrl)) print(line)

  const restoredFrom = await findRestored(context.db)
  if (restoredFrom !== undefined) {
    print(`Restored from a backup of ${restoredFrom.toISOString()}: messages and new firmware offers wait.`)
    print('To put the portal back into service: npm run resume')
  }

  const stopWatchingClock = startClockWatch(context, time)
  const stopDelivery = startDelivery(context, time)
  const stopReports = startReports(context, counter)
  const stopAnswering = copyTo && answerRequests({ ...context, dataDir: config.dataDir, copyTo })
  const runBackup = runBackupCommand(join(import.meta.dirname, '../backup.js'), process.env)
  const stopWork = startWork({ ...context, time, runBackup }, workKinds)

  let stoppingSince: number | undefined
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stoppingSince !== undefined) {
      // Ctrl-C arrives twice, from the terminal and from npm. A later one means that the user does not want to wait.
      if (performance.now() - stoppingSince > secondSignalAfterMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    stopping.abort()
    if (config.drainSeconds > 0) print(`Stopping. For ${config.drainSeconds} s all is still answered; Ctrl-C again ends it at once.`)
    const workStopped = stopWork()
    await server.finish()
    await workStopped
    await stopDelivery()
    await stopReports()
    await stopWatchingClock()
    await metricsServer?.close()
    await stopAnswering?.()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}

function printDemo(isSeeded: boolean): void {
  if (!isSeeded) {
    print('Demo mode, without demo accounts: this database already had users.')
    return
  }
  print(`Demo mode. Accounts to try, all with password ${demoPassword}`)
  const width = Math.max(...demoAccounts.map(({ username }) => username.length))
  for (const { username, label } of demoAccounts) print(`  ${username.padEnd(width)}  ${label}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${[`Fieldport did not start. ${messageOf(error)}`, ...findMisspelt(process.env)].join('\n')}\n`)
  process.exit(1)
}
