/** What a server takes for the time, and what it may do as long as it is sure of it. docs/operating.md, Clock. */

export type ClockState = {
  /** Whether rows are deleted because they have expired. */
  readonly mayDelete: boolean
  /** `useful` leaves messages alone that are too late to be of use; `alerts` sends mails about alerts and nothing else. */
  readonly sends: 'all' | 'useful' | 'alerts'
  /** How far this computer's clock is ahead of what is expected of it; undefined if nothing is wrong. */
  readonly offMs: number | undefined
}

export type PortalClock = {
  readonly now: () => Date
  /** Compares the clocks anew. Once a minute, and before anything is deleted. Throws if the database does not answer. */
  readonly check: () => Promise<ClockState>
  /** What the last comparison said. */
  readonly state: () => ClockState
}

/** NTP keeps clocks within milliseconds; a clock that is further off was set, or nobody keeps it. */
export const clockOffMaxMs = 30_000

/** By how much two clocks differ at least, if they were read up to `doubtMs` apart: half of a round trip, which is long on a busy computer. */
export function sureMsOf(offMs: number, doubtMs: number): number {
  return Math.max(0, Math.abs(offMs) - doubtMs)
}

export const sureState: ClockState = { mayDelete: true, sends: 'all', offMs: undefined }

/** "400 days", "26 hours", "5 minutes", "31 seconds" */
export function describeMs(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const
  const [name, unitMs] = units.find(([, least]) => Math.abs(ms) >= 2 * least) ?? units[3]
  const count = Math.round(Math.abs(ms) / unitMs)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
