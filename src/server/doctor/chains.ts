/** Whether somebody changed the audit trail or the security log by SQL. */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { chains } from '../db/tables.ts'
import { minuteMs } from '../limits/durations.ts'
import { checkChain } from '../seals/checkChain.ts'
import { fault, ok, warning } from './finding.ts'

/** All rows are read: a million take some seconds. */
export const chainTimeoutMs = 60 * minuteMs
const waitingWarningMs = 15 * minuteMs

export async function checkChains(db: Database, { isDemo, logLevel }: Config, now: Date) {
  if (isDemo) return ok('A demo seals nothing.')
  const checks = await db.transaction(
    async (transaction) => {
      const checked = []
      for (const chain of chains) checked.push({ chain, ...(await checkChain(transaction, chain, now)) })
      return checked
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const problemCount = checks.reduce((sum, check) => sum + check.problemCount, 0)
  if (problemCount > 0) {
    const named = checks.flatMap(({ problems }) => problems)
    const more = problemCount > named.length ? `; and ${problemCount - named.length} more` : ''
    return fault(
      `The log was changed: ${named.join('; ')}${more}.`,
      'Find out who has access to the database. Compare with a backup, and with the seals in the collected log.',
    )
  }
  const state = checks
    .map(({ chain, last, entryCount }) =>
      last === undefined
        ? `${chain}: nothing`
        : `${chain}: ${entryCount} entries to seal ${last.number} of ${last.madeAt.toISOString()}, ${last.hash.slice(0, 12)}`,
    )
    .join('; ')
  const erased = checks.reduce((sum, check) => sum + check.erasedCount, 0)
  if (erased > 0)
    return warning(`Entries whose values were erased: ${erased}. Sealed are ${state}.`, 'See that each erasure was asked for.')
  const waiting = checks.filter(
    ({ waitingSince }) => waitingSince !== undefined && now.getTime() - waitingSince.getTime() > waitingWarningMs,
  )
  if (waiting.length > 0) {
    const count = waiting.reduce((sum, { waitingCount }) => sum + waitingCount, 0)
    return warning(
      `Entries that wait to be sealed: ${count}. Sealed are ${state}.`,
      'Start the server; after an upgrade it takes some minutes.',
    )
  }
  const sentence = `Nothing was changed. Sealed are ${state}.`
  if (!['trace', 'debug', 'info'].includes(logLevel))
    return warning(`${sentence} LOG_LEVEL keeps the seals out of the log.`, 'Set LOG_LEVEL to info, and keep the log on another computer.')
  return ok(sentence)
}
