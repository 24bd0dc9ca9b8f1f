/** Whether what is due is done. With the embedded database no server runs meanwhile, and its next start does what is late. */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { workKinds } from '../jobs/workKinds.ts'
import { findTroubledWork, overdueMinutes } from '../work/lateWork.ts'
import { takenKinds } from '../work/workKind.ts'
import { ok, warning } from './finding.ts'

type Troubled = Awaited<ReturnType<typeof findTroubledWork>>[number]

export async function checkDueWork(db: Database, config: Config) {
  const troubled = await findTroubledWork(db, takenKinds(workKinds, config))
  const failing = troubled.filter(({ isFailing }) => isFailing)
  const late = troubled.filter(({ isFailing }) => !isFailing)
  const isExpected = config.databaseUrl === undefined
  if (failing.length === 0 && (late.length === 0 || isExpected))
    return ok(late.length === 0 ? 'No work is late.' : `The next start of the server does what is late: ${listed(late, nameOf)}.`)
  const sentences = [
    ...(failing.length > 0 ? [`Work that fails: ${listed(failing, describeFailing)}.`] : []),
    ...(late.length > 0 && !isExpected ? [`Work that is late by more than ${overdueMinutes} minutes: ${listed(late, describeLate)}.`] : []),
  ]
  return warning(
    sentences.join(' '),
    failing.length > 0
      ? 'See to the reason; the work is tried again at least every hour.'
      : 'Start the server if it is stopped; otherwise see what its log says.',
  )
}

function listed(pieces: readonly Troubled[], describe: (piece: Troubled) => string): string {
  return pieces.map(describe).join('; ')
}

function nameOf({ kind, key }: Troubled): string {
  return key === '' ? kind : `${kind} ${key}`
}

function describeLate(piece: Troubled): string {
  const failure = piece.lastError === null ? '' : `, failed: ${withoutStop(piece.lastError)}`
  return `${nameOf(piece)}, due at ${piece.dueAt.toISOString()}${failure}`
}

function describeFailing(piece: Troubled): string {
  return `${nameOf(piece)}, ${piece.attempts} times: ${withoutStop(piece.lastError ?? '')}`
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '')
}
