/** Runs all checks on an installation, beside a running server or without one. */
import { machineClock, type MachineClock } from '../clock/machineClock.ts'
import { messageOf } from '../config/messageOf.ts'
import { findMisspelt } from '../config/findMisspelt.ts'
import { type Config, readConfig } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { checkBackupPlace } from './backupPlace.ts'
import { chainTimeoutMs, checkChains } from './chains.ts'
import { openDatabase } from './database.ts'
import { fault, type Finding, notChecked, ok, type Result, runCheck, warning } from './finding.ts'
import { checkContact } from './contact.ts'
import { checkKeys, checkSecret } from './keys.ts'
import { checkMail } from './mail.ts'
import { askPortal, checkCertificate, checkClock, checkPortal, checkProxies, checkSms } from './outside.ts'
import { redactor } from './redact.ts'
import { checkAlerts, checkBackup, checkCleanups, checkDemoRows, checkOutbox, checkRestored, checkScheduledBackups } from './rows.ts'
import { checkSignatures } from './signatures.ts'
import { checkDisk, checkStorage } from './stored.ts'
import { checkDueWork } from './work.ts'

type Patient = {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Where to send a test mail. */
  readonly testAddress?: string | undefined
  readonly machine?: MachineClock
}

type RowCheck = (db: Database, config: Config, now: Date) => Result | Promise<Result>

/** Without the database they are not checked. */
const rowChecks: readonly (readonly [name: string, check: RowCheck, timeoutMs?: number])[] = [
  ['backup', checkBackup],
  ['scheduled backups', checkScheduledBackups],
  ['restore', checkRestored],
  ['demo data', checkDemoRows],
  ['signing keys', checkKeys],
  ['signatures', checkSignatures],
  ['outbox', (db, _, now) => checkOutbox(db, now)],
  ['alerts', checkAlerts],
  ['cleanups', checkCleanups],
  ['due work', checkDueWork],
  ['sealed log', checkChains, chainTimeoutMs],
]

/** In the order in which they should be read. No sentence holds a secret. */
export async function examine({ environment, testAddress, machine = machineClock }: Patient): Promise<readonly Finding[]> {
  const clock = () => new Date(machine.wallMs())
  const config = readOrReason(environment)
  const misspelt = findMisspelt(environment).map(misspeltVariable)
  if (typeof config === 'string') return [...config.split('\n').map(badVariable), ...misspelt]
  const decided = `This is ${config.isDemo ? 'a demo' : 'no demo'}, because ${config.demoReason}`
  const database = await openDatabase(config, machine)
  const { db } = database
  try {
    const answer = askPortal(config, machine)
    const rest = await Promise.all([
      ...rowChecks.map(([name, check, limitMs]) =>
        runCheck(
          name,
          () => (db === undefined ? notChecked('The database was not opened, or lacks migrations.') : check(db, config, clock())),
          limitMs,
        ),
      ),
      runCheck('secret', () => checkSecret(config)),
      runCheck('storage', () => checkStorage(config)),
      runCheck('backup place', () => checkBackupPlace(config, clock())),
      runCheck('disk', () => checkDisk(config)),
      runCheck('mail', () => checkMail(config, testAddress)),
      runCheck('SMS', () => checkSms(config)),
      runCheck('contact', () => checkContact(config)),
      runCheck('certificate', () => checkCertificate(config, clock())),
      runCheck('public address', async () => checkPortal(config, await answer)),
      runCheck('clock', async () => checkClock(config, await answer)),
      runCheck('proxies', () => checkProxies(config)),
    ])
    const all = [{ name: 'configuration', ...ok(`All variables are valid. ${decided}.`) }, ...misspelt, ...database.findings, ...rest]
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

/** Otherwise a line for each invalid variable. */
function readOrReason(environment: Patient['environment']) {
  try {
    return readConfig(environment)
  } catch (error) {
    return messageOf(error)
  }
}

function badVariable(sentence: string): Finding {
  return { name: 'configuration', ...fault(sentence, 'Correct the variable; the rest was not checked.') }
}

function misspeltVariable(sentence: string): Finding {
  return { name: 'configuration', ...warning(sentence, 'Correct the name, or remove the variable.') }
}
