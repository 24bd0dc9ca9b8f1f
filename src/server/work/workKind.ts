/** The kinds of work that `due_work` names, and what each declares of itself. Knows none of them: they are declared in jobs/workKinds.ts. */
import type { Config } from '../config/readConfig.ts'
import { hourMs } from '../limits/durations.ts'

export const retryMaxMs = hourMs

export type WorkKindName =
  | 'announceReleases'
  | 'cleanUp'
  | 'dataExport'
  | 'eraseAccount'
  | 'eraseAgain'
  | 'mailLateProofs'
  | 'makeBackup'
  | 'publishNews'
  | 'raiseAlerts'
  | 'recallOwners'
  | 'releaseStep'
  | 'remindExtensions'
  | 'remindUnfinished'
  | 'sealLog'
  | 'stripProofs'
  | 'sweepLog'
  | 'userBatch'
  | 'watchReleases'

/** Pieces of one lane are done one after the other, over all servers; no lane waits for another. */
type Lane =
  | 'alerts'
  | 'announcements'
  | 'backups'
  | 'batches'
  | 'leaving'
  | 'news'
  | 'pictures'
  | 'proofs'
  | 'recalls'
  | 'releases'
  | 'sealing'
  | 'tidying'

export type Piece = {
  /** Empty for what is done again and again. */
  readonly key: string
  readonly dueAt: Date
  /** Aborted when this server stops, or another one has taken the piece over. */
  readonly signal: AbortSignal
}

export type WorkKind<Context> = {
  readonly lane: Lane
  /** Of what an installation does again and again: when it is due next, after it was done at `now`. Without it, a piece is done once. */
  readonly every?: (now: Date) => Date
  /** When a piece is tried again that has failed for the `attempts`th time: after 1, 2, 4 … minutes, at most an hour, unless said here. */
  readonly retryAt?: (now: Date, attempts: number) => Date
  /** Whether it waits while a restored installation is not in service. */
  readonly waitsAfterRestore?: true
  /** False where a server leaves it alone, such as backups without a place for them. */
  readonly appliesTo?: (config: Config) => boolean
  /**
   * Done once it resolves; doing it twice for one key must change nothing. To give up where `signal` is aborted, it rejects, and the piece
   * stays due. What must not be done while the clock is in doubt rejects, too. Any other rejection is a failure, whose message is kept: it must hold no secret.
   */
  readonly run: (context: Context, piece: Piece) => Promise<void>
}

export type WorkKinds<Context> = Readonly<Partial<Record<WorkKindName, WorkKind<Context>>>>

export type TakenKinds = {
  readonly taken: readonly string[]
  /** Those of them that wait after a restore. */
  readonly waiting: readonly string[]
}

/** The kinds that a server with this configuration takes. */
export function takenKinds(kinds: WorkKinds<never>, config: Config): TakenKinds {
  const taken = Object.entries(kinds).filter(([, { appliesTo }]) => appliesTo?.(config) ?? true)
  return {
    taken: taken.map(([kind]) => kind),
    waiting: taken.flatMap(([kind, { waitsAfterRestore }]) => (waitsAfterRestore ? [kind] : [])),
  }
}
