/** Runs all checks on an installation, beside a running server or without one. */
import { readConfig } from '../config/readConfig.ts'
import { chainTimeoutMs, checkChains } from './chains.ts'
import { openDatabase } from './database.ts'
import { fault, type Finding, ok, reasonOf, runCheck } from './finding.ts'
import { checkMail } from './mail.ts'
import { askPortal, checkCertificate, checkClock, checkPortal, checkProxies, checkSms } from './outside.ts'
import { redactor } from './redact.ts'
import { checkAlerts, checkBackup, checkDemoRows, checkOutbox, checkRestored } from './rows.ts'
import { checkDisk, checkStorage } from './stored.ts'

type Patient = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where to send a test mail. */
  readonly testAddress?: string | undefined
  readonly clock?: () => Date
}

/** In the order in which they should be read. No sentence holds a secret. */
export async function examine({ environment, testAddress, clock = () => new Date() }: Patient): Promise<readonly Finding[]> {
  const config = readOrReason(environment)
  if (typeof config === 'string') return [{ name: 'configuration', ...fault(config, 'Correct the variable; the rest was not checked.') }]
  const decided = `This is ${config.isDemo ? 'a demo' : 'no demo'}, because ${config.demoReason}`
  const database = await openDatabase(config, clock)
  const { db } = database
  try {
    const answer = askPortal(config, clock)
    const rest = await Promise.all([
      ...(db === undefined
        ? []
        : [
            runCheck('backup', () => checkBackup(db, config, clock())),
            runCheck('restore', () => checkRestored(db)),
            runCheck('demo data', () => checkDemoRows(db, config)),
            runCheck('outbox', () => checkOutbox(db, clock())),
            runCheck('alerts', () => checkAlerts(db, config)),
            runCheck('sealed log', () => checkChains(db, config, clock()), chainTimeoutMs),
          ]),
      runCheck('storage', () => checkStorage(config)),
      runCheck('disk', () => checkDisk(config)),
      runCheck('mail', () => checkMail(config, testAddress)),
      runCheck('SMS', () => checkSms(config)),
      runCheck('certificate', () => checkCertificate(config, clock())),
      runCheck('public address', async () => checkPortal(config, await answer)),
      runCheck('clock', async () => checkClock(config, await answer)),
      runCheck('proxies', () => checkProxies(config)),
    ])
    const all = [{ name: 'configuration', ...ok(`All variables are valid. ${decided}.`) }, ...database.findings, ...rest]
    return withoutSecrets(all, redactor(config))
  } finally {
    await database.close()
  }
}

function withoutSecrets(findings: readonly Finding[], redact: (text: string) => string): readonly Finding[] {
  return findings.map(({ name, verdict, sentence, whatToDo }) => {
    const shown = { name, verdict, sentence: redact(sentence) }
    return whatToDo === undefined ? shown : { ...shown, whatToDo: redact(whatToDo) }
  })
}

function readOrReason(environment: Patient['environment']) {
  try {
    return readConfig(environment)
  } catch (error) {
    return `${reasonOf(error)}.`
  }
}
